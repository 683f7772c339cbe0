/**
 * Runs tasks of one realm one after another in the order they came, those of different realms side by side. A task that
 * fails does not stop the next.
 */
export class RealmQueue {
  readonly #tails = new Map<string, Promise<void>>();

  async run<T>(realmId: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(realmId);
    const { promise: tail, resolve: done } = Promise.withResolvers<void>();
    this.#tails.set(realmId, tail);
    try {
      await before;
      return await task();
    } finally {
      done();
      if (this.#tails.get(realmId) === tail) this.#tails.delete(realmId);
    }
  }

  /** Whether a task of the realm runs or waits. */
  busy(realmId: string): boolean {
    return this.#tails.has(realmId);
  }

  /** Resolves when every task accepted so far has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
