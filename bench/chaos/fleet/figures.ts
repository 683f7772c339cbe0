/** Collects measurements, and checks them against bounds in milliseconds. */
export class Figures {
  readonly #bounds: Readonly<Record<string, number | null>>;
  readonly #measured = new Map<string, number[]>();

  /** @param bounds by the name of the measurement; null where there is none */
  constructor(bounds: Readonly<Record<string, number | null>>) {
    this.#bounds = bounds;
  }

  note(what: string, ms: number): void {
    if (!(what in this.#bounds)) throw new Error(`nobody said what bounds ${what}`);
    this.#measured.set(what, [...(this.#measured.get(what) ?? []), Math.round(ms)]);
  }

  /** A line for each measurement. */
  lines(): string[] {
    return Object.entries(this.#bounds).map(([what, bound]) => {
      const all = this.#measured.get(what) ?? [];
      return `${what}: ${all.length === 0 ? 'never measured' : `${all.join(', ')} ms`}${bound === null ? '' : `, at most ${bound} ms`}`;
    });
  }

  /** Each bound that was exceeded, with its figure, or that was never measured. */
  violations(): string[] {
    return Object.entries(this.#bounds).flatMap(([what, bound]) => {
      if (bound === null) return [];
      const worst = Math.max(...(this.#measured.get(what) ?? []));
      if (worst === Number.NEGATIVE_INFINITY) return [`${what} was never measured`];
      return worst <= bound ? [] : [`${what} took ${worst} ms, and at most ${bound} ms are allowed`];
    });
  }
}
