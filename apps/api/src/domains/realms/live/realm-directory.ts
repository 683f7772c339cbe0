import { setTimeout as wait } from 'node:timers/promises';
import type { ObservedState, RealmRuntime } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../db/pool.ts';
import { failureLevel } from '../../../http/errors.ts';
import { loadAllRealms, loadRealms, type RealmRow } from '../realm-queries.ts';

const retryMs = 1_000;

/** What changed of a realm: its row, or its observed state. `before` is the row before, null for a new one. */
export interface DirectoryChange {
  id: string;
  of: 'row' | 'observed';
  before: RealmRow | null;
}

/**
 * Every realm's row and observed state in memory: what the gateway, the sockets and the reconciler look at and wait for. Rows
 * follow the database's notifications, the observed state follows the driver. One row is about 1 kB.
 */
export class RealmDirectory {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #rows = new Map<string, RealmRow>();
  readonly #observed = new Map<string, ObservedState>();
  readonly #listeners = new Set<(change: DirectoryChange) => void>();
  readonly #stale = new Set<string>();
  #everythingStale = false;
  #reading: Promise<void> | null = null;
  #closed = false;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  row(id: string): RealmRow | null {
    return this.#rows.get(id) ?? null;
  }

  observed(id: string): ObservedState | null {
    return this.#observed.get(id) ?? null;
  }

  rows(): RealmRow[] {
    return [...this.#rows.values()];
  }

  /** @returns what ends the listening */
  onChange(listener: (change: DirectoryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads every row anew, as after a time without notifications. */
  reload(): Promise<void> {
    this.#everythingStale = true;
    return this.#read();
  }

  /** Reads one row anew soon, together with what else has become stale by then. */
  refresh(id: string): void {
    this.#stale.add(id);
    void this.#read();
  }

  /** Something else that is told of a realm has changed, as its place in a queue. */
  touch(id: string): void {
    this.#tell({ id, of: 'observed', before: this.row(id) });
  }

  close(): void {
    this.#closed = true;
  }

  /** Learns what runs already, so that nobody is told that it does not. */
  async learn(runtime: RealmRuntime): Promise<void> {
    for (const observed of await runtime.list()) this.#putObserved(observed);
  }

  /** Follows the driver until the signal aborts. */
  async follow(runtime: RealmRuntime, signal: AbortSignal): Promise<void> {
    for await (const observed of runtime.watch(signal)) this.#putObserved(observed);
  }

  #putObserved(observed: ObservedState): void {
    this.#observed.set(observed.realmId, observed);
    this.#tell({ id: observed.realmId, of: 'observed', before: this.row(observed.realmId) });
  }

  /** One reading at a time, so that an older one never overwrites a newer. */
  #read(): Promise<void> {
    this.#reading ??= this.#readStale().finally(() => {
      this.#reading = null;
      if (this.#isStale()) void this.#read();
    });
    return this.#reading;
  }

  #isStale(): boolean {
    return !this.#closed && (this.#everythingStale || this.#stale.size > 0);
  }

  async #readStale(): Promise<void> {
    while (this.#isStale()) {
      const everything = this.#everythingStale;
      const ids = [...this.#stale];
      this.#everythingStale = false;
      this.#stale.clear();
      try {
        const rows = await (everything ? loadAllRealms(this.#db) : loadRealms(this.#db, ids));
        const byId = new Map(rows.map((row) => [row.id, row]));
        const read = everything ? new Set([...this.#rows.keys(), ...byId.keys()]) : ids;
        for (const id of read) this.#putRow(id, byId.get(id));
      } catch (error) {
        this.#log[failureLevel(error)]({ err: error }, 'failed to read changed realms');
        this.#everythingStale ||= everything;
        for (const id of ids) this.#stale.add(id);
        await wait(retryMs);
      }
    }
  }

  #putRow(id: string, row: RealmRow | undefined): void {
    const before = this.row(id);
    if (row) this.#rows.set(id, row);
    else {
      this.#rows.delete(id);
      this.#observed.delete(id);
    }
    if (row || before) this.#tell({ id, of: 'row', before });
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
