import { setTimeout as wait } from 'node:timers/promises';
import type { ObservedState, RealmRuntime } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../db/pool.ts';
import { failureLevel } from '../../../http/errors.ts';
import { loadRealms, type RealmRow } from '../realm-queries.ts';
import { activeRealmIds, isAtRest, selectOfMember } from './directory-queries.ts';

const retryMs = 1_000;
/** Rows that one statement reads. */
const rowsAtOnce = 500;

/**
 * A change of a realm's row or observed state. `row` is the current one, null if it is gone; `before` is the former one, null for a
 * new realm, and for one that was not held.
 */
export interface DirectoryChange {
  id: string;
  of: 'row' | 'observed';
  row: RealmRow | null;
  before: RealmRow | null;
}

/** What the next read covers. */
interface Batch {
  /** Every row that is held or should be. */
  everything: boolean;
  /** Rows whose change is announced. */
  changed: Set<string>;
  /** Rows that somebody asked for. */
  asked: Set<string>;
  done: PromiseWithResolvers<void>;
  /** The same, for those who do not wait until the database is back. */
  tried: PromiseWithResolvers<void>;
}

/**
 * The row and the observed state of each realm that runs, should run, is to be removed, or is being watched: what the sockets,
 * the reconciler and the queue for memory look at and wait for. Other realms are queried by key. Rows follow the database's
 * notifications, the observed state follows the driver. Changes of every realm are announced, held or not. One row is about 1 kB.
 */
export class RealmDirectory {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #rows = new Map<string, RealmRow>();
  readonly #observed = new Map<string, ObservedState>();
  /** By user, the realms that are held for them, and how many attend for them. */
  readonly #attended = new Map<string, { times: number; ids: Set<string> }>();
  readonly #listeners = new Set<(change: DirectoryChange) => void>();
  readonly #reloadListeners = new Set<() => void>();
  #next = newBatch();
  #isReading = false;
  #closed = false;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Null also for a realm that is not held. */
  row(id: string): RealmRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** Null for one that does not run; for one that has ended, possibly how. */
  observed(id: string): ObservedState | null {
    return this.#observed.get(id) ?? null;
  }

  /** Those that are held. */
  rows(): Iterable<RealmRow> {
    return this.#rows.values();
  }

  /** The realms that the user owns or is a partner of, between `attend` and its end. */
  rowsOf(userId: string): RealmRow[] {
    return [...(this.#attended.get(userId)?.ids ?? [])].flatMap((id) => this.row(id) ?? []);
  }

  /** Whether a process of the realm lives. */
  isLive(id: string): boolean {
    const observed = this.observed(id);
    return observed !== null && observed.phase !== 'EXITED';
  }

  /** Those of which a process lives. */
  live(): string[] {
    return [...this.#observed.keys()].filter((id) => this.isLive(id));
  }

  /** Called while the change is applied, and the realm is still held. @returns a function that ends the subscription */
  onChange(listener: (change: DirectoryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called after everything has been read again: changes of realms that were not held may have been missed. @returns a function that ends the subscription */
  onReload(listener: () => void): () => void {
    this.#reloadListeners.add(listener);
    return () => this.#reloadListeners.delete(listener);
  }

  /** Reads every row again that is held or should be, as after a time without notifications. */
  reload(): Promise<void> {
    this.#next.everything = true;
    return this.#read().done.promise;
  }

  /** Reads one row again soon, together with others that have become stale by then. */
  refresh(id: string): Promise<void> {
    this.#next.changed.add(id);
    return this.#read().done.promise;
  }

  /**
   * Holds the user's realms, so that `rowsOf` has them and changes come with the former row. @returns a function that ends it
   * @throws if the database does not answer
   */
  async attend(userId: string): Promise<() => void> {
    const attended = this.#attended.get(userId) ?? { times: 0, ids: new Set() };
    attended.times += 1;
    this.#attended.set(userId, attended);
    const end = () => {
      attended.times -= 1;
      if (attended.times > 0) return;
      this.#attended.delete(userId);
      for (const id of attended.ids) this.#letGo(id);
    };
    try {
      const unheld: string[] = [];
      for (const { id } of await selectOfMember(this.#db, userId).execute()) {
        const row = this.row(id);
        if (row) this.#noteMembers(id, null, row);
        else unheld.push(id);
      }
      if (unheld.length > 0) {
        for (const id of unheld) this.#next.asked.add(id);
        await this.#read().tried.promise;
      }
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  /** Announces that something else about a realm has changed, such as its place in a queue. */
  touch(id: string): void {
    const row = this.row(id);
    if (row) this.#tell({ id, of: 'observed', row, before: row });
  }

  close(): void {
    this.#closed = true;
  }

  /** Learns what runs already, so that nobody is shown that it does not. */
  async learn(runtime: RealmRuntime): Promise<void> {
    await Promise.all((await runtime.list()).map((observed) => this.#putObserved(observed)));
  }

  /** Follows the driver until the signal aborts. */
  async follow(runtime: RealmRuntime, signal: AbortSignal): Promise<void> {
    for await (const observed of runtime.watch(signal)) void this.#putObserved(observed);
  }

  async #putObserved(observed: ObservedState): Promise<void> {
    const { realmId: id, phase } = observed;
    const row = this.row(id);
    // How a realm ended that should not run is of no interest.
    if (!row && phase === 'EXITED') return void this.#observed.delete(id);
    this.#observed.set(id, observed);
    // The row is read first, and announced together with the observed state.
    if (!row) return this.refresh(id);
    this.#tell({ id, of: 'observed', row, before: row });
    this.#letGo(id);
  }

  #read(): Batch {
    const batch = this.#next;
    if (this.#isReading) return batch;
    this.#isReading = true;
    // What becomes stale in the same breath is read at once.
    queueMicrotask(() => void this.#readAll());
    return batch;
  }

  /** One read at a time, so that an older result never overwrites a newer one. */
  async #readAll(): Promise<void> {
    while (isWanted(this.#next) && !this.#closed) {
      const batch = this.#next;
      this.#next = newBatch();
      await this.#readBatch(batch);
      batch.done.resolve();
      batch.tried.resolve();
    }
    this.#isReading = false;
    if (!this.#closed) return;
    this.#next.done.resolve();
    this.#next.tried.reject(new Error('the directory is closed'));
  }

  async #readBatch(batch: Batch): Promise<void> {
    while (!this.#closed) {
      try {
        if (batch.everything) for await (const id of this.#everything()) batch.changed.add(id);
        const ids = [...new Set([...batch.changed, ...batch.asked])];
        for (let at = 0; at < ids.length; at += rowsAtOnce) {
          const some = ids.slice(at, at + rowsAtOnce);
          const rows = new Map((await loadRealms(this.#db, some)).map((row) => [row.id, row]));
          for (const id of some) this.#putRow(id, rows.get(id) ?? null, batch.changed.has(id));
        }
        if (batch.everything) for (const listener of this.#reloadListeners) listener();
        return;
      } catch (error) {
        this.#log[failureLevel(error)]({ err: error }, 'failed to read changed realms');
        batch.tried.reject(error);
        batch.asked.clear();
        await wait(retryMs);
      }
    }
  }

  async *#everything(): AsyncGenerator<string> {
    yield* this.#rows.keys();
    yield* this.#observed.keys();
    for await (const ids of activeRealmIds(this.#db)) yield* ids;
  }

  #putRow(id: string, row: RealmRow | null, isTold: boolean): void {
    const before = this.row(id);
    if (row) this.#rows.set(id, row);
    else {
      this.#rows.delete(id);
      this.#observed.delete(id);
    }
    this.#noteMembers(id, before, row);
    if (isTold) this.#tell({ id, of: 'row', row, before });
    this.#letGo(id);
  }

  #noteMembers(id: string, before: RealmRow | null, row: RealmRow | null): void {
    for (const userId of membersOf(before)) this.#attended.get(userId)?.ids.delete(id);
    for (const userId of membersOf(row)) this.#attended.get(userId)?.ids.add(id);
  }

  /** Drops a realm that is at rest and not watched. */
  #letGo(id: string): void {
    const row = this.row(id);
    if (!row || this.isLive(id) || !isAtRest(row) || membersOf(row).some((userId) => this.#attended.has(userId)))
      return;
    this.#rows.delete(id);
    this.#observed.delete(id);
  }

  #tell(change: DirectoryChange): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        // A failure with one realm must not keep the others from being announced.
        this.#log.error({ err: error, realmId: change.id }, 'failed to announce a change of a realm');
      }
    }
  }
}

/** The users to whom changes of the realm are sent. */
export function membersOf(row: RealmRow | null): string[] {
  return row ? [row.owner_id].concat(row.partnerIds) : [];
}

function newBatch(): Batch {
  const tried = Promise.withResolvers<void>();
  // Often nobody awaits it.
  tried.promise.catch(() => undefined);
  return { everything: false, changed: new Set(), asked: new Set(), done: Promise.withResolvers(), tried };
}

function isWanted({ everything, changed, asked }: Batch): boolean {
  return everything || changed.size > 0 || asked.size > 0;
}
