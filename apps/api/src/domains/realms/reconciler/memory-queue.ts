import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { admission, type Claimant } from './admission-policy.ts';
import type { RealmDirectory } from '../live/realm-directory.ts';
import type { RealmRow } from '../realm-queries.ts';

/**
 * Which realms wait for memory, and in which place. Always derived from the rows and the observed state, so that a new process has the same
 * queue as the one before.
 */
export class MemoryQueue {
  readonly #directory: RealmDirectory;
  readonly #budgetOf: (hostId: string | null) => number;
  /** Starts of this process that are not visible in the observed state yet. */
  readonly #starting = new Set<string>();
  /** Realms that were live at their last change: other reports change nothing here. */
  readonly #live = new Set<string>();
  #places = new Map<string, number>();
  /** Realms for which there is memory, together, and that have not begun to start. */
  #admitted = new Set<string>();
  /** The hosts that realms wait for. */
  #pressed = new Set<string | null>();
  /** When it is reckoned again because of changes; null: there were none. */
  #next: Promise<void> | null = null;
  /** How long it took last, and when that was over, in milliseconds. */
  #last = { tookMs: 0, at: 0 };

  /** @param budgetOf what all realms of a host may take together, in MiB; of null those of the api's own machine */
  constructor(directory: RealmDirectory, budgetOf: (hostId: string | null) => number) {
    this.#directory = directory;
    this.#budgetOf = budgetOf;
    directory.onChange(({ id, of }) => {
      if (of === 'observed' && this.#live.has(id) === directory.isLive(id)) return;
      if (directory.isLive(id)) this.#live.add(id);
      else this.#live.delete(id);
      void this.#reckonSoon();
    });
  }

  /** Its place among those that wait, from 1; null: it does not wait. */
  place(id: string): number | null {
    return this.#places.get(id) ?? null;
  }

  /** Whether anybody waits for memory of that host. */
  presses(hostId: string | null): boolean {
    return this.#pressed.has(hostId);
  }

  /** Starts the realm if there is memory for it and it is its turn. @returns whether */
  async start(row: RealmRow, begin: () => Promise<void>): Promise<boolean> {
    if (!(await this.#mayStart(row))) return false;
    this.#starting.add(row.id);
    try {
      await begin();
    } finally {
      this.#starting.delete(row.id);
    }
    return true;
  }

  async #mayStart(row: RealmRow): Promise<boolean> {
    const { id, host_id: hostId, memoryMiB } = row;
    const budget = this.#budgetOf(hostId);
    if (budget === Infinity) return true;
    const known = this.#directory.row(id);
    if (known?.host_id === hostId && known.memoryMiB === memoryMiB && isWanted(known, Date.now())) {
      if (!this.#admitted.has(id)) await (this.#places.has(id) ? this.#next : this.#reckonSoon());
      return this.#admitted.delete(id);
    }
    // It has changed a moment ago.
    const { admitted } = admission(this.#claimants(row).get(hostId) ?? [], budget, Date.now());
    this.#admitted.clear();
    void this.#reckonSoon();
    return admitted.has(id);
  }

  /** Of many changes at once it is reckoned once, and a tenth of the time at most: each time all realms that are on are looked at. */
  #reckonSoon(): Promise<void> {
    this.#next ??= this.#reckonInTime();
    return this.#next;
  }

  async #reckonInTime(): Promise<void> {
    const waitMs = this.#last.at + 10 * this.#last.tookMs - performance.now();
    await (waitMs > 1 ? sleep(waitMs, undefined, { ref: false }) : immediate());
    this.#next = null;
    const began = performance.now();
    this.#reckon();
    this.#last = { tookMs: performance.now() - began, at: performance.now() };
  }

  /** Announces every realm whose place has changed. */
  #reckon(): void {
    const before = this.#places;
    this.#places = new Map();
    this.#admitted = new Set();
    this.#pressed = new Set();
    for (const [hostId, claimants] of this.#claimants()) {
      const { admitted, places } = admission(claimants, this.#budgetOf(hostId), Date.now());
      if (places.size > 0) this.#pressed.add(hostId);
      for (const id of admitted) this.#admitted.add(id);
      for (const [id, place] of places) this.#places.set(id, place);
    }
    for (const id of new Set([...before.keys(), ...this.#places.keys()])) {
      if (before.get(id) !== this.#places.get(id)) this.#directory.touch(id);
    }
  }

  /** By their hosts. @param fresh a row that has been read just now */
  #claimants(fresh?: RealmRow): Map<string | null, Claimant[]> {
    const now = Date.now();
    const byHost = new Map<string | null, Claimant[]>();
    const known = [...this.#directory.rows()].filter(({ id }) => id !== fresh?.id);
    for (const row of [...known, ...(fresh ? [fresh] : [])]) {
      const observed = this.#directory.observed(row.id);
      const runs = this.#starting.has(row.id) || (observed !== null && observed.phase !== 'EXITED');
      if (!runs && !isWanted(row, now)) continue;
      const since = row.wanted_at.getTime();
      const claimant = { id: row.id, account: row.owner_id, memoryMiB: row.memoryMiB, runs, since };
      const claimants = byHost.get(row.host_id);
      if (claimants) claimants.push(claimant);
      else byHost.set(row.host_id, [claimant]);
    }
    return byHost;
  }
}

/** Whether the reconciler would start it now. */
function isWanted(row: RealmRow, now: number): boolean {
  const mayRun = row.power === 'ON' && !row.deleted_at && !row.blocked_at && !row.world_held && row.inPlan;
  return mayRun && !row.asleep_at && (row.next_attempt_at === null || row.next_attempt_at.getTime() <= now);
}
