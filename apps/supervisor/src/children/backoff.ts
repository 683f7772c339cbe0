const firstMs = 200;
const longestMs = 3_000;
const longRunMs = 5_000;

/** How long to wait before each start again: 0.2 s, doubled up to 3 s, from the beginning after a run of 5 s. */
export class Backoff {
  #next = firstMs;

  /** @param ranMs how long it ran until it ended */
  after(ranMs: number): number {
    if (ranMs >= longRunMs) this.#next = firstMs;
    const wait = this.#next;
    this.#next = Math.min(wait * 2, longestMs);
    return wait;
  }
}
