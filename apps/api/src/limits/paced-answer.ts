/** How long an answer is kept, as a multiple of the time it took. */
const keptTimes = 100;
/** Quicker answers cost nothing, and are computed each time. */
const quickMs = 10;

/**
 * Something that takes longer the more there is, such as a count of all rows, and is asked for by monitors: by one at a time, and at most for
 * a hundredth of the time, however much there is and however many ask.
 */
export class PacedAnswer<T> {
  readonly #ask: () => Promise<T>;
  #kept: { answer: T; until: number } | null = null;
  #asking: Promise<T> | null = null;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  get(): Promise<T> {
    if (this.#kept && performance.now() < this.#kept.until) return Promise.resolve(this.#kept.answer);
    this.#asking ??= this.#askNow().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #askNow(): Promise<T> {
    const began = performance.now();
    const answer = await this.#ask();
    const tookMs = performance.now() - began;
    this.#kept = tookMs < quickMs ? null : { answer, until: began + tookMs * (keptTimes + 1) };
    return answer;
  }
}
