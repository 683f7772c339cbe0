import type { Game } from './game.ts';
import type { Player } from '../squid/squid.ts';

/** The game's own names of the colours that a prefix may have. */
export const prefixColours = ['white', 'gray', 'red', 'gold', 'yellow', 'green', 'aqua', 'blue', 'light_purple'];

/** Letters that are what they look like, digits and a few signs: nothing by which a client colours, turns round or stacks text. */
const prefixPattern = /^[\p{Script=Latin}\p{Script=Cyrillic}0-9 _.!+*-]{1,16}$/u;

export interface Prefix {
  text: string;
  color: string;
}

/** Reads `gold King` or `King`, as typed after `/prefix` and as kept with the player; null for what cannot be one. */
export function readPrefix(line: string): Prefix | null {
  const words = line.trim().split(/\s+/);
  const [first = '', ...rest] = words;
  const isColoured = rest.length > 0 && prefixColours.includes(first);
  const text = (isColoured ? rest : words).join(' ');
  return prefixPattern.test(text) ? { text, color: isColoured ? first : 'white' } : null;
}

/** Who said it, as the others read it in front of the line: a text component of the game. */
export function nameInChat(game: Game, player: Player): unknown {
  const { highlightedNickname, personalPrefix } = game.settings.plan;
  if (!game.access.isManager(player.account)) return player.username;
  const name = highlightedNickname ? { text: player.username, color: 'gold' } : player.username;
  const prefix = personalPrefix && player.prefix !== null ? readPrefix(player.prefix) : null;
  return prefix ? { text: '', extra: [{ text: `[${prefix.text}] `, color: prefix.color }, name] } : name;
}
