import { randomInt } from 'node:crypto';
import { connectionTo, DatabaseClient } from '../../db/client.ts';
import { answerMs, atMost, beforeClaimsLock, sessionsLock, silenceMs } from '../realms/reconciler/lead.ts';

/**
 * A connection whose locks show others that this process is at work: no api of a release without claims leads meanwhile, and its claims
 * are free at once when it ends. The server ends it when it is silent, like the leader's, so that nobody waits for a process that was stopped.
 */
export class WorkSession {
  /** The number of its own lock. */
  readonly id = randomInt(1, 2 ** 31);
  readonly #client: DatabaseClient;
  readonly #ending = new AbortController();
  readonly #isGiven: Promise<boolean>;

  constructor(databaseUrl: string) {
    this.#client = new DatabaseClient({ ...connectionTo(databaseUrl), query_timeout: answerMs });
    for (const event of ['error', 'end'] as const) this.#client.on(event, () => this.#ending.abort());
    this.#isGiven = this.#open();
    this.#isGiven.catch(() => this.#ending.abort());
  }

  /** Aborted when the locks are another's, or soon will be. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Sends a heartbeat. @returns whether it has its locks: not while an api of a release without claims leads */
  async beat(): Promise<boolean> {
    if (!(await this.#isGiven)) return false;
    await this.#client.query('select 1');
    return !this.ended.aborted;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await atMost(answerMs, this.#client.end());
  }

  async #open(): Promise<boolean> {
    await this.#client.connect();
    await this.#client.query(`set idle_session_timeout = ${silenceMs}`);
    const { rows } = await this.#client.query<{ given: boolean }>(
      'select pg_try_advisory_lock_shared($1) and pg_try_advisory_lock_shared($2, $3) as given',
      [beforeClaimsLock, sessionsLock, this.id],
    );
    return rows[0]?.given === true;
  }
}
