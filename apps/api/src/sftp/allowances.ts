const mostRemembered = 1_000;

/** What each may spend: so much at once, and so much a second. */
export class Allowances {
  readonly #perSecond: number;
  readonly #atOnce: number;
  /** The one that has been still for the longest first. */
  readonly #known = new Map<string, { left: number; at: number }>();

  constructor({ perSecond, atOnce }: { perSecond: number; atOnce: number }) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
  }

  /** @returns for how many milliseconds to wait before anything more is spent */
  spend(who: string, cost: number): number {
    const now = performance.now();
    const { left, at } = this.#known.get(who) ?? { left: this.#atOnce, at: now };
    const after = Math.min(this.#atOnce, left + ((now - at) * this.#perSecond) / 1000) - cost;
    this.#known.delete(who);
    this.#known.set(who, { left: after, at: now });
    this.#forgetStill(now);
    return after < 0 ? (-after * 1000) / this.#perSecond : 0;
  }

  /** Whoever has been still long enough has the whole allowance again. */
  #forgetStill(now: number): void {
    if (this.#known.size <= mostRemembered) return;
    for (const [who, { left, at }] of this.#known) {
      if (left + ((now - at) * this.#perSecond) / 1000 < this.#atOnce) return;
      this.#known.delete(who);
    }
  }
}
