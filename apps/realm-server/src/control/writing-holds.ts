import type { ServerResponse } from 'node:http';

/** Whoever copies the world has done so by then; a realm must not go unsaved for longer. */
const longestMs = 60_000;

/** Those for whom the realm writes nothing. Each holds as long as its answer stands. */
export class WritingHolds {
  readonly #held = new Map<ServerResponse, () => void>();

  /**
   * Answers once all is saved and nothing is written any more.
   * @param hold saves, waits, and returns what lets go
   * @param mayHold asked again when it is saved: the realm may be ending by then
   */
  async begin(response: ServerResponse, hold: () => Promise<() => void>, mayHold: () => boolean): Promise<void> {
    const release = await hold();
    if (!mayHold() || response.destroyed) {
      release();
      response.destroy();
      return;
    }
    this.#held.set(response, release);
    const timer = setTimeout(() => this.#end(response), longestMs);
    response.once('close', () => {
      clearTimeout(timer);
      this.#end(response);
    });
    response.writeHead(200);
    response.flushHeaders();
  }

  /** The realm ends: everything is to be saved. */
  endAll(): void {
    for (const response of this.#held.keys()) this.#end(response);
  }

  #end(response: ServerResponse): void {
    const release = this.#held.get(response);
    this.#held.delete(response);
    response.destroy();
    release?.();
  }
}
