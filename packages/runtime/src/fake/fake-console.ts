import { type ConsoleLine, ConsoleRing } from '@realmkeep/realm-protocol';

/** What a fake realm has printed, and who waits for more. */
export class FakeConsole {
  readonly #ring = new ConsoleRing();
  #more = Promise.withResolvers<void>();

  /** @param count of lines that are printed with this one; the others are left out */
  print(text: string, count: number): void {
    this.#ring.push({ n: this.#ring.end + count, at: Date.now(), text });
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }

  async *follow(signal: AbortSignal): AsyncGenerator<ConsoleLine[]> {
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    yield this.#ring.after(0);
    let last = this.#ring.end;
    while (!signal.aborted) {
      const lines = this.#ring.after(last);
      last = this.#ring.end;
      if (lines.length > 0) yield lines;
      else await Promise.race([this.#more.promise, aborted]);
    }
  }
}
