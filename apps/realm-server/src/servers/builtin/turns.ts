/** Has one write done at a time, in the order in which they are asked for. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Writes when those before are done or have failed. @throws what the write throws */
  next(write: () => Promise<void>): Promise<void> {
    const done = this.#last.then(write);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** The same, and has nothing more written until released. @returns a function that releases it */
  async hold(write: () => Promise<void>): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const done = this.next(write);
    // The next write waits for this.
    this.#last = done.then(
      () => released,
      () => undefined,
    );
    await done;
    return release;
  }
}
