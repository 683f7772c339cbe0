import { hasControlCharacter } from '../../settings.ts';
import type { Game } from './game.ts';
import type { Client, Player } from './squid.ts';

const MAX_LENGTH = 256;
/** So many lines at once, and one more for each second after. */
const BURST = 8;

const allowances = new WeakMap<Player, { lines: number; at: number }>();

/** What a player says. Commands are refused: nobody has an operator's rights in the game. */
export function say(game: Game, player: Player, packet: Record<string, unknown>): void {
  const text = String(packet['message']).trim();
  if (text === '') return;
  if (text.length > MAX_LENGTH || hasControlCharacter(text) || text.includes('§')) {
    return player._client.end('Your chat message holds characters that are not allowed.');
  }
  if (!spend(player)) return player._client.end('You were sending too many messages.');
  if (text.startsWith('/')) {
    game.log(`${player.username} was refused the command ${text.split(' ', 1)[0]}`);
    return tell(
      player._client,
      "There are no commands in the game. The owner has a console on the realm's page.",
      'gray',
    );
  }
  game.log(`<${player.username}> ${text}`);
  const message = JSON.stringify({ translate: 'chat.type.text', with: [player.username, text] });
  for (const listener of game.squid.players) {
    listener._client.write('chat', { message, position: 0, sender: player.uuid });
  }
}

/** A line of the server's own, for one player. */
function tell(client: Client, text: string, color: string): void {
  client.write('chat', { message: JSON.stringify({ text, color }), position: 1, sender: SERVER });
}

/** A line of the server's own, for everybody. */
export function announce(game: Pick<Game, 'squid'>, text: string, color: string): void {
  for (const player of game.squid.players) tell(player._client, text, color);
}

const SERVER = '00000000-0000-0000-0000-000000000000';

function spend(player: Player): boolean {
  const now = performance.now();
  const { lines, at } = allowances.get(player) ?? { lines: BURST, at: now };
  const left = Math.min(BURST, lines + (now - at) / 1000);
  allowances.set(player, { lines: left - 1, at: now });
  return left >= 1;
}
