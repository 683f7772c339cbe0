import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { connectionTo, DatabaseClient } from '../../../db/client.ts';
import { failureLevel } from '../../../http/errors.ts';

/** The lock held by the leader. Any fixed number: it only has to be the same in every process. */
export const leadLock = 7_302_003;
/**
 * Held exclusively by a leading api of a release without claims, which does all work on worlds; shared by all that lead or have a claim now. So
 * neither begins before the other has ended.
 */
export const beforeClaimsLock = 7_302_002;
/** The first number of the lock by which each process shows that it is alive; the second is its own. */
export const sessionsLock = 7_302_004;

/** Between two attempts to get the lock, and between two heartbeats of its holder. */
const askMs = 500;
const beatMs = 2_000;
/** How long the server may take to answer either. */
export const answerMs = 3_000;
/** How long a turn lasts after the last answered heartbeat was sent. */
const turnMs = 7_000;
/** The server ends a silent session, and with it the lock, after this time: longer than a turn (docs/decisions/079). */
export const silenceMs = 10_000;
/** How long the lock is kept at most while the work of a turn ends. */
const handOverMs = 2_000;
const retryMs = 1_000;

/** The turn of a process that leads. */
export interface Turn {
  /** To be checked right before anything that must not be done once another process leads. */
  lasts: () => boolean;
}

/**
 * Waits until this process leads, calls `lead`, and calls the function it returns when the turn is over or the
 * signal aborts; then tries again. The lead is a lock in the database that ends with the connection.
 */
export async function leadInTurn(
  databaseUrl: string,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  lead: (turn: Turn) => () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const client = new DatabaseClient({ ...connectionTo(databaseUrl), query_timeout: answerMs });
    const broken = new AbortController();
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    const over = AbortSignal.any([signal, broken.signal]);
    let stopped = Promise.resolve();
    try {
      const heard = await waitForTurn(client, over);
      if (heard) {
        const turn = new KeptTurn(client, over, heard);
        log.info('this process leads');
        const stop = lead(turn);
        await turn.keep().finally(() => {
          broken.abort();
          stopped = stop();
        });
        await atMost(handOverMs, stopped);
      }
    } catch (error) {
      if (!signal.aborted) log[failureLevel(error)]({ err: error }, 'failed to take the lead');
    } finally {
      // A server that cannot be reached does not answer to it.
      await atMost(answerMs, client.end());
    }
    await stopped;
    await rest(retryMs, signal);
  }
}

/** @returns when the lock was asked for that was given; null: there is no connection any more */
async function waitForTurn(client: DatabaseClient, over: AbortSignal): Promise<Moment | null> {
  // A connection that is ended while it is being made never says so.
  await Promise.race([client.connect(), aborted(over)]);
  if (over.aborted) return null;
  await client.query(`set idle_session_timeout = ${silenceMs}`);
  // Polled: a process waiting in the server's queue could be dead when its turn comes.
  while (!over.aborted) {
    const asked = moment();
    const { rows } = await client.query<{ given: boolean }>(
      `select case when not pg_try_advisory_lock_shared($1) then false
         when pg_try_advisory_lock($2) then true else not pg_advisory_unlock_shared($1) end as given`,
      [beforeClaimsLock, leadLock],
    );
    if (rows[0]?.given) return asked;
    await rest(askMs, over);
  }
  return null;
}

class KeptTurn implements Turn {
  readonly #client: DatabaseClient;
  readonly #over: AbortSignal;
  /** When the last statement was sent that was answered. */
  #heard: Moment;

  constructor(client: DatabaseClient, over: AbortSignal, heard: Moment) {
    this.#client = client;
    this.#over = over;
    this.#heard = heard;
  }

  lasts(): boolean {
    return !this.#over.aborted && msSince(this.#heard) < turnMs;
  }

  /** Returns when it is over. @throws what kept the server from being heard */
  async keep(): Promise<void> {
    while (this.lasts()) {
      await rest(beatMs - msSince(this.#heard), this.#over);
      if (this.#over.aborted) return;
      const sent = moment();
      await this.#client.query('select 1');
      this.#heard = sent;
    }
  }
}

/** By the monotonic clock, and by the wall clock. */
export type Moment = Record<'steady' | 'wall', number>;

export function moment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** By the clock that says more: one of them rests while a machine sleeps, the other can be set back. */
export function msSince({ steady, wall }: Moment): number {
  return Math.max(performance.now() - steady, Date.now() - wall);
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

export async function atMost(ms: number, done: Promise<unknown>): Promise<void> {
  await Promise.race([done.catch(() => undefined), wait(ms, undefined, { ref: false })]);
}
