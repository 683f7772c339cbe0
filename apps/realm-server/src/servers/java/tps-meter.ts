const everyMs = 15_000;
/** An answer that comes later was asked for by somebody else, who wants to see it. */
const answerWithinMs = 5000;

/** Ticks a second, which Paper tells when it is asked, and a vanilla server never. It is asked while somebody is on. */
export class TpsMeter {
  readonly #ask: (() => void) | null;
  #last: number | null = null;
  #askedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(ask: (() => void) | null) {
    this.#ask = ask;
  }

  perSecond(): number | null {
    return this.#last;
  }

  /** @param isAnybodyOn otherwise nothing is asked, and nothing known */
  follow(isAnybodyOn: boolean): void {
    const ask = this.#ask;
    if (!isAnybodyOn || !ask) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#last = null;
      return;
    }
    if (this.#timer) return;
    const next = (): void => {
      this.#askedAt = performance.now();
      ask();
    };
    this.#timer = setInterval(next, everyMs);
    next();
  }

  /** @returns whether it is the answer to our own question */
  take(perSecond: number): boolean {
    if (this.#timer) this.#last = perSecond;
    const isOurs = performance.now() - this.#askedAt < answerWithinMs;
    this.#askedAt = -Infinity;
    return isOurs;
  }
}
