import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { failureLevel } from '../../http/errors.ts';
import type { WorkKind } from './work-claim-queries.ts';
import type { Claim, WorkClaims } from './work-claims.ts';

/** Jobs at once: one per account, so that an account holds up only its own. */
const parallel = 4;
/** How often missed changes are looked for. */
const sweepMs = 30_000;
const longestRetryMs = 60_000;
/** Accounts of which it is known when they were served; of the others it is long ago. */
const maxServed = 10_000;

/** A piece of work, and the realm whose turn it takes. */
export interface Job {
  id: string;
  turn: string;
  /** What rests while it is not to be tried again: the turn, or where the realm goes on without it, its id. */
  rests: string;
  /** The realm's owner; for work without one, any value that is the same for all of it. */
  account: string;
  /** @returns when to look again though nothing happens */
  run: (lead: Lead) => Promise<number | null>;
}

/** The next job: the first of the idle account that was served longest ago. */
export function nextJob<W extends Pick<Job, 'account'>>(
  jobs: readonly W[],
  busy: ReadonlySet<string>,
  servedAt: ReadonlyMap<string, number>,
): W | null {
  const served = ({ account }: W): number => servedAt.get(account) ?? 0;
  const free = jobs.filter(({ account }) => !busy.has(account));
  return free.reduce<W | null>((first, job) => (first && served(first) <= served(job) ? first : job), null);
}

/** The rights of the process that does the work. */
export interface Lead {
  /** Aborted when it is left to another process. */
  signal: AbortSignal;
  /** Whether no other process can have it. */
  hasTurn: () => boolean;
  /** To be called right before anything that must not be done once another process has the turn: one that was stopped meanwhile does not know yet. @throws if it may have it */
  assertLasts: () => void;
  /** A transaction of statements alone, which does nothing where another process has it. @throws TurnLost */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Since when the same process leads, and starts realms, in milliseconds since the epoch. */
  since: number;
}

/**
 * The pending jobs by the rows, in the order in which they should be done.
 * @param resting turns with a job under way, and waiting jobs: a bounded list may leave them out
 */
type ListJobs = (ctx: Context, resting: readonly string[]) => Promise<Job[]>;

/** How often to check for a leader, and for the claims of others: a killed process does not announce anything. */
const againMs = 1_000;

/**
 * Does what rows say, one thing of a realm at a time, and goes on from there after any crash. Every process runs one of each kind: before anything
 * is done of a realm its turn is claimed, and while that rests the claim is kept.
 */
export class JobWorker {
  readonly #ctx: Context;
  readonly #kind: WorkKind;
  readonly #listJobs: ListJobs;
  readonly #claims: Pick<WorkClaims, 'look' | 'take' | 'release'>;
  /** Turns that are claimed, by what rests where they have nothing done now. */
  readonly #claimed = new Map<string, string>();
  /** When to look again; null: events announce what happens. */
  #nextAsk: number | null = null;
  readonly #busy = new Map<string, Promise<void>>();
  /** Accounts of which something is done now, and when each was served last. */
  readonly #accounts = new Set<string>();
  readonly #servedAt = new Map<string, number>();
  readonly #failures = new Map<string, number>();
  readonly #notBefore = new Map<string, number>();
  /** Turns of which something has happened while they have something done. */
  readonly #changed = new Set<string>();
  readonly #ending = new AbortController();
  readonly #sweep: NodeJS.Timeout;
  readonly #unlisten: () => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #lookAgain = false;

  constructor(ctx: Context, kind: WorkKind, listJobs: ListJobs, claims: Pick<WorkClaims, 'look' | 'take' | 'release'>) {
    this.#ctx = ctx;
    this.#kind = kind;
    this.#listJobs = listJobs;
    this.#claims = claims;
    this.#sweep = setInterval(() => this.look(), sweepMs);
    // A job may be waiting for a realm to stop or start.
    this.#unlisten = ctx.directory.onChange(({ id }) => {
      if (this.#busy.has(id)) this.#changed.add(id);
      if (this.#notBefore.delete(id)) this.look();
    });
    this.look();
  }

  /** There may be something to do. @param turn of the realm in which something has happened that it may wait for */
  look(turn?: string): void {
    if (turn !== undefined) this.#notBefore.delete(turn);
    if (turn !== undefined && this.#busy.has(turn)) this.#changed.add(turn);
    if (this.#lookAgain) return;
    this.#lookAgain = true;
    this.#looking = this.#looking.then(() => this.#lookNow());
  }

  /** Starts nothing more, and leaves what has started to another process. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error('this process ends'));
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
      for (const [what, until] of this.#notBefore) if (until <= Date.now()) this.#notBefore.delete(what);
      // Each job looks again at its end.
      this.#nextAsk = null;
      if (this.#busy.size < parallel) await this.#beginWhatIsFree();
      await this.#releaseIdle();
    } catch (error) {
      this.#ctx.log[failureLevel(error)]({ err: error }, 'failed to look for work on worlds');
    } finally {
      this.#lookInTime();
    }
  }

  async #beginWhatIsFree(): Promise<void> {
    const standing = await this.#claims.look(this.#kind);
    this.#nextAsk = standing === null || standing.taken.length > 0 ? Date.now() + againMs : null;
    if (standing === null) return;
    const resting = new Set([...this.#busy.keys(), ...this.#notBefore.keys(), ...standing.taken]);
    const jobs = (await this.#listJobs(this.#ctx, [...resting])).filter(
      ({ turn, rests }) => !resting.has(turn) && !resting.has(rests),
    );
    const taken = new Set<string>();
    while (this.#busy.size < parallel && !this.#ending.signal.aborted) {
      // Removals take a realm's turn as well.
      const free = jobs.filter(({ turn }) => !this.#busy.has(turn) && !taken.has(turn));
      const job = nextJob(free, this.#accounts, this.#servedAt);
      if (job === null) return;
      const claim = await this.#claims.take(this.#kind, job.turn);
      if (claim === null) {
        taken.add(job.turn);
        this.#nextAsk = Date.now() + againMs;
      } else this.#begin(job, this.#leadOf(claim, standing.since));
    }
  }

  #leadOf({ lost, hasTurn, hold }: Claim, since: number): Lead {
    const signal = AbortSignal.any([this.#ending.signal, lost]);
    return {
      signal,
      since,
      hasTurn,
      assertLasts: () => {
        if (hasTurn()) signal.throwIfAborted();
        else throw lost.reason;
      },
      transaction: (work) =>
        this.#ctx.db.transaction().execute(async (tx) => {
          await hold(tx);
          return work(tx);
        }),
    };
  }

  /** What neither is done nor waited for here another process may have. */
  async #releaseIdle(): Promise<void> {
    for (const [turn, rests] of this.#claimed) {
      if (!this.#busy.has(turn) && !this.#notBefore.has(rests)) await this.#release(turn);
    }
  }

  async #release(turn: string): Promise<void> {
    this.#claimed.delete(turn);
    await this.#claims.release(this.#kind, turn);
  }

  #begin({ id, turn, rests, account, run }: Job, lead: Lead): void {
    this.#claimed.set(turn, rests);
    this.#accounts.add(account);
    // Behind all others that have been served.
    this.#servedAt.delete(account);
    this.#servedAt.set(account, Date.now());
    if (this.#servedAt.size > maxServed) this.#servedAt.delete(this.#servedAt.keys().next().value ?? '');
    this.#changed.delete(turn);
    const task = this.#try(id, turn, lead, run).then(async (again) => {
      if (again === null) await this.#release(turn);
      this.#busy.delete(turn);
      this.#accounts.delete(account);
      this.#wait(rests, again);
      return this.look();
    });
    this.#busy.set(turn, task);
  }

  /** @returns when to look again though nothing happens */
  async #try(id: string, turn: string, lead: Lead, run: Job['run']): Promise<number | null> {
    try {
      const again = await run(lead);
      this.#failures.delete(id);
      // It may wait for what has happened since it looked.
      return again !== null && this.#changed.has(turn) ? Date.now() : again;
    } catch (error) {
      if (lead.signal.aborted) {
        this.#failures.delete(id);
        return null;
      }
      const failures = (this.#failures.get(id) ?? 0) + 1;
      this.#failures.set(id, failures);
      this.#ctx.log[failureLevel(error)]({ err: error, id, failures }, 'failed to work on a world');
      return Date.now() + Math.min(250 * 2 ** failures, longestRetryMs);
    }
  }

  #wait(what: string, until: number | null): void {
    if (until === null) this.#notBefore.delete(what);
    else this.#notBefore.set(what, until);
  }

  /** Looks again when the first of the resting jobs is due. */
  #lookInTime(): void {
    clearTimeout(this.#timer);
    if (this.#ending.signal.aborted) return;
    const next = Math.min(...this.#notBefore.values(), this.#nextAsk ?? Infinity) - Date.now();
    if (next !== Infinity) this.#timer = setTimeout(() => this.look(), Math.max(0, next) + 5);
  }
}
