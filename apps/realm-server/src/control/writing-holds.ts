import type { ServerResponse } from 'node:http';

/** A copy of the world is done by then; a realm must not go unsaved for longer. */
const longestMs = 60_000;

/** Holds during which the realm writes nothing. Each lasts as long as its response is open. */
export class WritingHolds {
  readonly #held = new Map<ServerResponse, () => void>();

  /**
   * Responds once everything is saved and writing has stopped.
   * @param hold saves, stops writing, and returns a function that releases it
   * @param mayHold checked again after saving: the realm may be ending by then
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

  /** The realm ends: everything must be saved. */
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
