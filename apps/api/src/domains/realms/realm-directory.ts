import type { RealmFacts, RealmRuntime } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/pool.ts';
import { loadAllRealms, loadRealms, type RealmRow } from './realm-queries.ts';

/** What changed of a realm: its row, or the driver's facts of it. `before` is the row before, null for a new one. */
export interface DirectoryChange {
  id: string;
  of: 'row' | 'facts';
  before: RealmRow | null;
}

/**
 * Every realm's row and facts in memory: what the gateway, the sockets and the reconciler look at and wait for. Rows follow
 * the database's notifications, facts the driver's. One row is about 1 kB.
 */
export class RealmDirectory {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #rows = new Map<string, RealmRow>();
  readonly #facts = new Map<string, RealmFacts>();
  readonly #listeners = new Set<(change: DirectoryChange) => void>();
  readonly #stale = new Set<string>();
  #reading = false;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  row(id: string): RealmRow | null {
    return this.#rows.get(id) ?? null;
  }

  facts(id: string): RealmFacts | null {
    return this.#facts.get(id) ?? null;
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
  async reload(): Promise<void> {
    const rows = new Map((await loadAllRealms(this.#db)).map((row) => [row.id, row]));
    for (const id of new Set([...this.#rows.keys(), ...rows.keys()])) this.#putRow(id, rows.get(id));
  }

  /** Reads one row anew soon, together with what else has become stale by then. */
  refresh(id: string): void {
    this.#stale.add(id);
    if (!this.#reading) void this.#readStale();
  }

  /** Learns what runs already, so that nobody is told that it does not. */
  async learn(runtime: RealmRuntime): Promise<void> {
    for (const facts of await runtime.list()) this.#putFacts(facts);
  }

  /** Follows the driver until the signal aborts. */
  async follow(runtime: RealmRuntime, signal: AbortSignal): Promise<void> {
    for await (const notice of runtime.watch(signal)) if (notice.type === 'facts') this.#putFacts(notice.facts);
  }

  #putFacts(facts: RealmFacts): void {
    this.#facts.set(facts.realmId, facts);
    this.#tell({ id: facts.realmId, of: 'facts', before: this.row(facts.realmId) });
  }

  async #readStale(): Promise<void> {
    this.#reading = true;
    while (this.#stale.size > 0) {
      const ids = [...this.#stale];
      this.#stale.clear();
      try {
        const rows = new Map((await loadRealms(this.#db, ids)).map((row) => [row.id, row]));
        for (const id of ids) this.#putRow(id, rows.get(id));
      } catch (err) {
        // The listening connection breaks with the database and reloads everything when it is back.
        this.#log.warn({ err }, 'changed realms could not be read');
      }
    }
    this.#reading = false;
  }

  #putRow(id: string, row: RealmRow | undefined): void {
    const before = this.row(id);
    if (row) this.#rows.set(id, row);
    else {
      this.#rows.delete(id);
      this.#facts.delete(id);
    }
    if (row || before) this.#tell({ id, of: 'row', before });
  }

  #tell(change: DirectoryChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
