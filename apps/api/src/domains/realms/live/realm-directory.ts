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
 * What changed of a realm: its row, or its observed state. `row` is as it is now, null where it is gone; `before` as it was, null for a
 * new one, and for one that was not held.
 */
export interface DirectoryChange {
  id: string;
  of: 'row' | 'observed';
  row: RealmRow | null;
  before: RealmRow | null;
}

/** What is read next. */
interface Batch {
  /** Every row that is held or should be. */
  everything: boolean;
  /** Rows whose change is told. */
  changed: Set<string>;
  /** Rows that somebody wants to have. */
  asked: Set<string>;
  done: PromiseWithResolvers<void>;
  /** The same, for those who do not wait until the database is back. */
  tried: PromiseWithResolvers<void>;
}

/**
 * The row and the observed state of each realm that runs, that is to run or to be removed, or that somebody attends: what the sockets,
 * the reconciler and the queue for memory look at and wait for. The others are asked for by key. Rows follow the database's
 * notifications, the observed state follows the driver. A change is told of every realm, held or not. One row is about 1 kB.
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

  /** Null too for one that is not held. */
  row(id: string): RealmRow | null {
    return this.#rows.get(id) ?? null;
  }

  /** Null for one that does not run; of one that has ended, perhaps how. */
  observed(id: string): ObservedState | null {
    return this.#observed.get(id) ?? null;
  }

  /** Those that are held. */
  rows(): Iterable<RealmRow> {
    return this.#rows.values();
  }

  /** Those that the user owns or is a partner of, while somebody attends for them. */
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

  /** Told in the midst of the change: what is told of is held as long. @returns what ends the listening */
  onChange(listener: (change: DirectoryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** After all has been read anew: changes of realms that were not held may have been missed. @returns what ends the listening */
  onReload(listener: () => void): () => void {
    this.#reloadListeners.add(listener);
    return () => this.#reloadListeners.delete(listener);
  }

  /** Reads anew every row that is held or should be, as after a time without notifications. */
  reload(): Promise<void> {
    this.#next.everything = true;
    return this.#read().done.promise;
  }

  /** Reads one row anew soon, together with what else has become stale by then. */
  refresh(id: string): Promise<void> {
    this.#next.changed.add(id);
    return this.#read().done.promise;
  }

  /**
   * Holds the user's realms, so that `rowsOf` has them and their changes are told with what was before. @returns what ends it
   * @throws where the database does not answer
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

  /** Something else that is told of a realm has changed, as its place in a queue. */
  touch(id: string): void {
    const row = this.row(id);
    if (row) this.#tell({ id, of: 'observed', row, before: row });
  }

  close(): void {
    this.#closed = true;
  }

  /** Learns what runs already, so that nobody is told that it does not. */
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
    // How one ended that is not to run matters to nobody.
    if (!row && phase === 'EXITED') return void this.#observed.delete(id);
    this.#observed.set(id, observed);
    // What is read of it now is told with what is observed.
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

  /** One reading at a time, so that an older one never overwrites a newer. */
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

  /** Forgets a realm that is at rest and that nobody attends. */
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
        // What one realm says must not keep the others from being told.
        this.#log.error({ err: error, realmId: change.id }, 'failed to announce a change of a realm');
      }
    }
  }
}

/** Who is told of the realm. */
export function membersOf(row: RealmRow | null): string[] {
  return row ? [row.owner_id].concat(row.partnerIds) : [];
}

function newBatch(): Batch {
  const tried = Promise.withResolvers<void>();
  // Often nobody waits for it.
  tried.promise.catch(() => undefined);
  return { everything: false, changed: new Set(), asked: new Set(), done: Promise.withResolvers(), tried };
}

function isWanted({ everything, changed, asked }: Batch): boolean {
  return everything || changed.size > 0 || asked.size > 0;
}
