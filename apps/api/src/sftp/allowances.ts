const mostRemembered = 1_000;

interface Rates {
  /** What one may spend in a second, and at once after a while of nothing. */
  perSecond: number;
  atOnce: number;
  /** What those who have spent more than that may spend in a second together. Who has not never waits for them. */
  ofAllPerSecond?: number;
}

/** What each may spend. */
export class Allowances {
  readonly #perSecond: number;
  readonly #atOnce: number;
  readonly #ofAllPerSecond: number;
  /** What each had left at a time, which is yet to come for who is in debt. The one that has been still for the longest first. */
  readonly #known = new Map<string, { left: number; at: number }>();

  constructor({ perSecond, atOnce, ofAllPerSecond = Infinity }: Rates) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#ofAllPerSecond = ofAllPerSecond;
  }

  /** @returns for how many milliseconds to wait before anything more is spent */
  spend(who: string, cost: number): number {
    const now = performance.now();
    const { left, at } = this.#known.get(who) ?? { left: this.#atOnce, at: now };
    const from = Math.max(now, at);
    const after = Math.min(this.#atOnce, left + ((from - at) * this.#perSecond) / 1000) - cost;
    this.#known.delete(who);
    const isOver = after < 0;
    const until = isOver ? from - (after * 1000) / this.#rateOfDebtors(now) : from;
    this.#known.set(who, { left: Math.max(0, after), at: until });
    this.#forgetStill(now);
    return until - now;
  }

  /** Of each, with one more. */
  #rateOfDebtors(now: number): number {
    const others = [...this.#known.values()].filter(({ at }) => at > now).length;
    return Math.min(this.#perSecond, this.#ofAllPerSecond / (others + 1));
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
