const FIRST_MS = 200;
const LONGEST_MS = 3_000;
const LONG_RUN_MS = 5_000;

/** How long to wait before each start again: 0.2 s, doubled up to 3 s, from the beginning after a run of 5 s. */
export class Backoff {
  #next = FIRST_MS;

  /** @param ranMs how long it ran until it ended */
  after(ranMs: number): number {
    if (ranMs >= LONG_RUN_MS) this.#next = FIRST_MS;
    const wait = this.#next;
    this.#next = Math.min(wait * 2, LONGEST_MS);
    return wait;
  }
}
