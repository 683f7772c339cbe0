import type { ConsoleLine } from './events.ts';

const keptLines = 1000;
const keptCharacters = 256 * 1024;

/**
 * The last lines of one console, at most 1000 and 256 Ki characters. Its readers keep only the number of the line they have
 * reached: a slow reader finds that older unread lines are gone.
 */
export class ConsoleRing {
  #lines: ConsoleLine[] = [];
  /** Where the kept lines begin in `#lines`. */
  #from = 0;
  #characters = 0;

  /** The number of the newest line; 0 if there is none. */
  get end(): number {
    return this.#lines.at(-1)?.n ?? 0;
  }

  /** @param line its `n` is larger than that of any earlier line */
  push(line: ConsoleLine): void {
    this.#lines.push(line);
    this.#characters += line.text.length;
    while (this.#lines.length - this.#from > keptLines || this.#characters > keptCharacters) {
      this.#characters -= this.#lines[this.#from]?.text.length ?? 0;
      this.#from += 1;
    }
    if (this.#from < keptLines) return;
    this.#lines = this.#lines.slice(this.#from);
    this.#from = 0;
  }

  /**
   * The lines after number `n` that are still kept, oldest first; only those that begin within this many characters.
   * @returns an empty list if there are none yet
   */
  after(n: number, characters = Infinity): ConsoleLine[] {
    let [low, high] = [this.#from, this.#lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle]?.n ?? 0) > n) high = middle;
      else low = middle + 1;
    }
    let end = low;
    for (let taken = 0; end < this.#lines.length && taken < characters; end += 1) {
      taken += this.#lines[end]?.text.length ?? 0;
    }
    return this.#lines.slice(low, end);
  }
}
