import { runPlayersCommand } from './commands.ts';
import type { Game } from '../rules/game.ts';
import { logIn } from '../players/log-in.ts';
import { nameInChat } from '../rules/name-in-chat.ts';
import type { Player } from '../squid/squid.ts';

const maxLength = 256;
/** Control characters, and the sign that colours and scrambles what follows it. */
const refused = /[\p{Cc}\u2028\u2029§]/u;
/** So many lines at once, and so many more for each second after. In the game operators have no limit: their tools type for them. */
const pace = { players: { burst: 10, perSecond: 1 }, operators: { burst: 100, perSecond: 20 } };
/** The stroke is forgotten or mistyped easily, and then everybody would read the code: what looks like one is never said. */
const loginPattern = /^(?:\/\s*login(?=\s|$)|\W*login(?=\s+[2-9a-z]{4}[\s-]?[2-9a-z]{4}$))(.*)$/i;

const allowances = new WeakMap<Player, { lines: number; at: number }>();

/** What a player says: a command, or a line for everybody. A code to log in with is neither shown nor logged. */
export async function say(game: Game, player: Player, packet: Record<string, unknown>): Promise<void> {
  const text = String(packet['message']).trim();
  if (text === '') return;
  if (text.length > maxLength || refused.test(text)) {
    return player._client.end('Your chat message holds characters that are not allowed.');
  }
  if (!spend(game, player)) return player._client.end('You were sending too many messages.');
  const login = loginPattern.exec(text);
  if (login) return logIn(game, player, login[1]?.trim() ?? '');
  if (text.startsWith('/')) return runPlayersCommand(game, player, text);
  game.log(`<${player.username}> ${text}`);
  const message = JSON.stringify({ translate: 'chat.type.text', with: [nameInChat(game, player), text] });
  for (const listener of game.server.players) {
    listener._client.write('chat', { message, position: 0, sender: player.uuid });
  }
}

function spend(game: Game, player: Player): boolean {
  const { burst, perSecond } = game.access.hasPowers(player.account) ? pace.operators : pace.players;
  const now = performance.now();
  const { lines, at } = allowances.get(player) ?? { lines: burst, at: now };
  const left = Math.min(burst, lines + ((now - at) / 1000) * perSecond);
  allowances.set(player, { lines: left - 1, at: now });
  return left >= 1;
}
