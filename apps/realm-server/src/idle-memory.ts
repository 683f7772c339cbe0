/** After the last columns are let go and the last buffers are sent. */
const delayMs = 4000;

/**
 * Gives memory back while nobody is on. V8 collects when it needs room, so that an idle process would keep what the last
 * game has left behind. Works where the process is started with --expose-gc (launch.json).
 */
export class IdleMemory {
  #timer: NodeJS.Timeout | undefined;

  /** Nobody is on. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      globalThis.gc?.();
    }, delayMs);
  }

  /** Somebody is on. */
  wake(): void {
    clearTimeout(this.#timer);
  }
}
