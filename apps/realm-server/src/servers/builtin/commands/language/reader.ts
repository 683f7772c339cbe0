import { CommandError, t, type Text } from '../../messages/text.ts';

const unquoted = /[\w.+-]/;

/** Reads a command from left to right, as the game's own parser does. */
export class Reader {
  readonly line: string;
  cursor: number;

  constructor(line: string, cursor = 0) {
    this.line = line;
    this.cursor = cursor;
  }

  get isAtEnd(): boolean {
    return this.cursor >= this.line.length;
  }

  peek(): string {
    return this.line[this.cursor] ?? '';
  }

  rest(): string {
    return this.line.slice(this.cursor);
  }

  /** Consumes this text, if it comes next. */
  takes(text: string): boolean {
    if (!this.line.startsWith(text, this.cursor)) return false;
    this.cursor += text.length;
    return true;
  }

  /** Up to the next space, or the end. */
  untilSpace(): string {
    return this.while((character) => character !== ' ');
  }

  while(goesOn: (character: string) => boolean): string {
    const from = this.cursor;
    while (!this.isAtEnd && goesOn(this.peek())) this.cursor += 1;
    return this.line.slice(from, this.cursor);
  }

  /** A word without quotation marks. */
  word(): string {
    return this.while((character) => unquoted.test(character));
  }

  /** A word, or anything in quotation marks. */
  string(): string {
    const quote = this.peek();
    if (quote !== '"' && quote !== "'") return this.word();
    this.cursor += 1;
    let read = '';
    while (!this.isAtEnd) {
      const character = this.peek();
      this.cursor += 1;
      if (character === quote) return read;
      read += character === '\\' ? this.#escaped(quote) : character;
    }
    throw this.error(t('parsing.quote.expected.end'));
  }

  /** A number, whole or not. @throws CommandError when there is none, or it is too large to be one */
  number(kind: 'int' | 'double' | 'float'): number {
    const from = this.cursor;
    const written = this.while((character) => /[\d.-]/.test(character));
    const value = Number(written);
    if (written === '') throw this.error(t(`parsing.${kind}.expected`));
    const isSound = kind === 'int' ? /^-?\d{1,10}$/.test(written) && (value | 0) === value : Number.isFinite(value);
    if (!isSound) throw this.error(t(`parsing.${kind}.invalid`, written), from);
    return value;
  }

  expect(character: string): void {
    if (!this.takes(character)) throw this.error(t('parsing.expected', character));
  }

  error(text: Text, cursor = this.cursor): CommandError {
    return new CommandError(text, cursor);
  }

  #escaped(quote: string): string {
    const character = this.peek();
    if (character !== quote && character !== '\\') throw this.error(t('parsing.quote.escape', character));
    this.cursor += 1;
    return character;
  }
}
