import { AppError } from '../http/app-error.ts';

interface Bounds {
  /** Turns at once, of all accounts together. */
  atOnce: number;
  /** Of one account. */
  each: number;
  /** That wait, of one account. */
  waiting: number;
  /** For how long one waits at most, in milliseconds. */
  waitMs: number;
}

/**
 * Turns for work that many accounts ask for at once. Accounts take turns in rotation, however often each has asked, and none
 * has more than its share: an account whose turns do not end holds up no other.
 */
export class FairTurns {
  readonly #bounds: Bounds;
  /** The account that was served longest ago is first; each has at least one waiting task. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #runs = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Does it when it is the account's turn. @throws AppError unavailable, when too many wait or it waited too long; the signal's reason */
  async run<T>(account: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const end = await this.begin(account, signal);
    try {
      return await task();
    } finally {
      end();
    }
  }

  /** Waits for the account's turn. @returns what ends it, to be called once. @throws as `run` does */
  async begin(account: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const { atOnce, each } = this.#bounds;
    const runs = this.#running.get(account) ?? 0;
    // Most find nobody waiting, and need no timer.
    if (this.#waiting.size === 0 && this.#runs < atOnce && runs < each) this.#count(account, runs);
    else await this.#wait(account, signal);
    return () => {
      this.#runs -= 1;
      const left = (this.#running.get(account) ?? 1) - 1;
      if (left > 0) this.#running.set(account, left);
      else this.#running.delete(account);
      this.#next();
    };
  }

  async #wait(account: string, signal?: AbortSignal): Promise<void> {
    const { waiting, waitMs } = this.#bounds;
    const queue = this.#waiting.get(account) ?? [];
    if (queue.length >= waiting) throw new AppError('unavailable');
    const turn = Promise.withResolvers<void>();
    queue.push(turn.resolve);
    this.#waiting.set(account, queue);
    const leave = (error: unknown): void => {
      const at = queue.indexOf(turn.resolve);
      if (at < 0) return;
      queue.splice(at, 1);
      if (queue.length === 0) this.#waiting.delete(account);
      turn.reject(error);
    };
    const timer = setTimeout(() => leave(new AppError('unavailable')), waitMs);
    const abort = (): void => leave(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#next();
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  #next(): void {
    const { atOnce, each } = this.#bounds;
    for (const [account, queue] of this.#waiting) {
      if (this.#runs >= atOnce) return;
      const runs = this.#running.get(account) ?? 0;
      if (runs >= each) continue;
      const begin = queue.shift();
      // Behind all others, including those that arrive now.
      this.#waiting.delete(account);
      if (queue.length > 0) this.#waiting.set(account, queue);
      this.#count(account, runs);
      begin?.();
    }
  }

  #count(account: string, runs: number): void {
    this.#runs += 1;
    this.#running.set(account, runs + 1);
  }
}
