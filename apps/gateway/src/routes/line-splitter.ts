/** Splits a stream of UTF-8 bytes into lines of bounded length. */
export class LineSplitter {
  readonly #maxLength: number;
  readonly #decoder = new TextDecoder();
  #rest = '';

  /** `maxLength` in UTF-16 units. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The lines that these bytes complete, without their line feeds. Throws Error when a line is too long. */
  push(bytes: Uint8Array): string[] {
    const lines = this.#decoder.decode(bytes, { stream: true }).split('\n');
    lines[0] = this.#rest + (lines[0] ?? '');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > this.#maxLength || lines.some((line) => line.length > this.#maxLength)) {
      throw new Error(`a line of more than ${this.#maxLength} characters`);
    }
    return lines;
  }
}
