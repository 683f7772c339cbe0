import { admission, type Claimant } from './admission-policy.ts';
import type { RealmDirectory } from '../live/realm-directory.ts';
import type { RealmRow } from '../realm-queries.ts';

/**
 * Who waits for memory, and in which place: always derived from the rows and the observed state, so that a new process knows the queue
 * as the one before it did.
 */
export class MemoryQueue {
  readonly #directory: RealmDirectory;
  readonly #budgetMiB: number;
  /** Of this process, which nobody has heard of yet. */
  readonly #starting = new Set<string>();
  #places = new Map<string, number>();
  #isReckoning = false;

  /** @param budgetMiB for all realms together */
  constructor(directory: RealmDirectory, budgetMiB: number) {
    this.#directory = directory;
    this.#budgetMiB = budgetMiB;
    directory.onChange(() => {
      if (this.#isReckoning) return;
      this.#isReckoning = true;
      // Of many changes at once it is reckoned once.
      setImmediate(() => {
        this.#isReckoning = false;
        this.#reckon();
      });
    });
  }

  /** Its place among those that wait, from 1; null: it does not wait. */
  place(id: string): number | null {
    return this.#places.get(id) ?? null;
  }

  /** Whether anybody waits. */
  get presses(): boolean {
    return this.#places.size > 0;
  }

  /** Starts the realm if there is memory for it and it is its turn. @returns whether */
  async start(row: RealmRow, begin: () => Promise<void>): Promise<boolean> {
    const { admitted } = admission(this.#claimants(row), this.#budgetMiB, Date.now());
    if (!admitted.has(row.id)) {
      this.#reckon();
      return false;
    }
    this.#starting.add(row.id);
    try {
      await begin();
    } finally {
      this.#starting.delete(row.id);
    }
    return true;
  }

  /** Tells of every realm whose place is another. */
  #reckon(): void {
    const before = this.#places;
    this.#places = admission(this.#claimants(), this.#budgetMiB, Date.now()).places;
    for (const id of new Set([...before.keys(), ...this.#places.keys()])) {
      if (before.get(id) !== this.#places.get(id)) this.#directory.touch(id);
    }
  }

  /** @param fresh a row that has been read just now */
  #claimants(fresh?: RealmRow): Claimant[] {
    const now = Date.now();
    const known = [...this.#directory.rows()].filter(({ id }) => id !== fresh?.id);
    return [...known, ...(fresh ? [fresh] : [])].flatMap((row) => {
      const observed = this.#directory.observed(row.id);
      const runs = this.#starting.has(row.id) || (observed !== null && observed.phase !== 'EXITED');
      if (!runs && !isWanted(row, now)) return [];
      const since = row.wanted_at.getTime();
      return { id: row.id, account: row.owner_id, memoryMiB: row.memoryMiB, runs, since };
    });
  }
}

/** Whether it is to be started now, as the reconciler sees it. */
function isWanted(row: RealmRow, now: number): boolean {
  const mayRun = row.power === 'ON' && !row.deleted_at && !row.blocked_at && !row.world_held && row.inPlan;
  return mayRun && !row.asleep_at && (row.next_attempt_at === null || row.next_attempt_at.getTime() <= now);
}
