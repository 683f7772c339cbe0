import type { Context } from '../../context.ts';

/** Pieces of work that are done at once. */
const parallel = 2;
/** Whatever was missed is found by then. */
const sweepMs = 30_000;
const longestRetryMs = 60_000;

/** One thing that is to be done, and whose realm's turn it takes. */
export interface Work {
  id: string;
  turn: string;
  /** @returns when to look again though nothing happens */
  run: () => Promise<number | null>;
}

/** Whoever takes it further. */
export interface Lead {
  signal: AbortSignal;
  /** Since when, in milliseconds since the epoch. */
  since: number;
}

/**
 * What the rows say now, in the order in which it is to be done.
 * @param resting turns that have something done now, or wait: a list that has an end may leave them out
 */
export type ListWork = (ctx: Context, lead: Lead, resting: readonly string[]) => Promise<Work[]>;

/**
 * Does what rows say, one thing of a realm at a time, and goes on from there after any crash. Only the process that leads runs one.
 */
export class RowWorker {
  readonly #ctx: Context;
  readonly #listWork: ListWork;
  readonly #since = Date.now();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #faults = new Map<string, number>();
  readonly #notBefore = new Map<string, number>();
  readonly #ending = new AbortController();
  readonly #sweep: NodeJS.Timeout;
  readonly #unlisten: () => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #lookAgain = false;

  constructor(ctx: Context, listWork: ListWork) {
    this.#ctx = ctx;
    this.#listWork = listWork;
    this.#sweep = setInterval(() => this.look(), sweepMs);
    // A realm that has stopped or started may be what is waited for.
    this.#unlisten = ctx.directory.onChange(({ id }) => {
      if (this.#notBefore.delete(id)) this.look();
    });
    this.look();
  }

  /** There may be something to do. @param turn of the realm in which something has happened that it may wait for */
  look(turn?: string): void {
    if (turn !== undefined) this.#notBefore.delete(turn);
    if (this.#lookAgain) return;
    this.#lookAgain = true;
    this.#looking = this.#looking.then(() => this.#lookNow());
  }

  /** Begins nothing more, and leaves what has begun to whoever leads next. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error('this process no longer leads'));
    this.#unlisten();
    clearInterval(this.#sweep);
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#busy.values());
  }

  async #lookNow(): Promise<void> {
    this.#lookAgain = false;
    if (this.#ending.signal.aborted) return;
    try {
      if (this.#busy.size >= parallel) return;
      const lead = { signal: this.#ending.signal, since: this.#since };
      const waiting = [...this.#notBefore].filter(([, until]) => until > Date.now()).map(([turn]) => turn);
      const resting = new Set([...this.#busy.keys(), ...waiting]);
      for (const work of await this.#listWork(this.#ctx, lead, [...resting])) {
        if (this.#busy.size >= parallel) return;
        if (this.#busy.has(work.turn) || resting.has(work.turn)) continue;
        this.#begin(work);
      }
    } catch (err) {
      this.#ctx.log.error({ err }, 'the work on worlds could not be looked at');
    }
  }

  #begin({ id, turn, run }: Work): void {
    const task = this.#try(id, run).then((again) => {
      this.#busy.delete(turn);
      this.#wait(turn, again);
      return this.look();
    });
    this.#busy.set(turn, task);
  }

  /** @returns when to look again though nothing happens */
  async #try(id: string, run: Work['run']): Promise<number | null> {
    try {
      const again = await run();
      this.#faults.delete(id);
      return again;
    } catch (err) {
      if (this.#ending.signal.aborted) return null;
      const faults = (this.#faults.get(id) ?? 0) + 1;
      this.#faults.set(id, faults);
      this.#ctx.log.error({ err, id, faults }, 'work on a world failed');
      return Date.now() + Math.min(250 * 2 ** faults, longestRetryMs);
    }
  }

  #wait(turn: string, until: number | null): void {
    if (until === null) return void this.#notBefore.delete(turn);
    this.#notBefore.set(turn, until);
    clearTimeout(this.#timer);
    const next = Math.min(...this.#notBefore.values()) - Date.now();
    if (!this.#ending.signal.aborted) this.#timer = setTimeout(() => this.look(), Math.max(0, next) + 5);
  }
}
