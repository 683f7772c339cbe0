import { readTable } from '../squid/tables.ts';
import type { Text } from './text.ts';

let words: Record<string, string> | undefined;

/** The keys of what the server says, and of the names in it: the other half stays out of memory. */
const toldByServer =
  /^(arguments?|block|chat\.type|clear|commands?|death|effect|entity|gameMode|item|options\.difficulty|parsing|particle|team)\.|^chat\.coordinates$/;

function readWords(): Record<string, string> {
  const all = Object.entries(readTable('language') as Record<string, string>);
  return Object.fromEntries(all.filter(([key]) => toldByServer.test(key)));
}

/** A text component as a line of the console, which speaks English. */
export function inEnglish(text: unknown): string {
  if (typeof text === 'string' || typeof text === 'number') return String(text);
  if (Array.isArray(text)) return text.map(inEnglish).join('');
  if (typeof text !== 'object' || text === null) return '';
  const { text: plain = '', translate, with: places = [], extra = [] } = text as Record<string, unknown>;
  const said = typeof translate === 'string' ? filled(translate, (places as Text[]).map(inEnglish)) : String(plain);
  return said + inEnglish(extra);
}

/** By the game's rules: %s is the next, %1$s the first, %% a per cent sign. */
function filled(key: string, places: string[]): string {
  words ??= readWords();
  let next = 0;
  const form = Object.hasOwn(words, key) ? (words[key] ?? key) : key;
  return form.replace(/%(?:(\d+)\$)?([s%])/g, (whole, number: string | undefined, kind: string) => {
    if (kind === '%') return '%';
    return places[number === undefined ? next++ : Number(number) - 1] ?? whole;
  });
}
