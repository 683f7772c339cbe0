import type { Client } from '../squid/squid.ts';

/** A text component of the game: plain, or one that clients translate. */
export type Text = string | { readonly [field: string]: unknown };

const server = '00000000-0000-0000-0000-000000000000';
/** Where a line is shown (chat of protocol 754): in the chat, or above the hearts. */
const positions = { system: 1, actionBar: 2 } as const;

/** What the client's own language says for the key, with those in its places. */
export function t(key: string, ...places: (Text | number)[]): Text {
  if (places.length === 0) return { translate: key };
  return { translate: key, with: places.map((place) => (typeof place === 'number' ? String(place) : place)) };
}

/** Shows a client a line of the server's. */
export function show(client: Client, text: Text, where: keyof typeof positions = 'system'): void {
  client.write('chat', { message: JSON.stringify(text), position: positions[where], sender: server });
}

export function coloured(text: Text, color: string): Text {
  return { text: '', extra: [text], color };
}

/** As the game's own lists are: with commas. */
export function joined(texts: readonly Text[]): Text {
  return { text: '', extra: texts.flatMap((text, n) => (n === 0 ? [text] : [', ', text])) };
}

/** In square brackets, as the names of things are. */
export function inBrackets(text: Text): Text {
  return { text: '[', extra: [text, ']'] };
}

/** Why a command came to nothing. */
export class CommandError extends Error {
  readonly text: Text;
  /** How far the line was understood; null when it was as a whole. */
  readonly cursor: number | null;

  /** Nothing is known to be wrong but that there is no such command. */
  readonly isGeneric: boolean;

  constructor(text: Text, cursor: number | null = null, isGeneric = false) {
    super('a command failed');
    this.text = text;
    this.cursor = cursor;
    this.isGeneric = isGeneric;
  }
}

/** @throws CommandError always */
export function fail(key: string, ...places: (Text | number)[]): never {
  throw new CommandError(t(key, ...places));
}
