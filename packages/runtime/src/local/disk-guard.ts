import { type Count, culpritOf, isShort, type Sample } from './disk-policy.ts';
import { deletedBytes, diskRoom, folderBytes } from './disk-room.ts';
import type { LocalPlace } from './local-place.ts';
import type { LocalRealm } from './local-realm.ts';
import { killHolder } from './process-identity.ts';
import { folderOwner } from './realm-folder.ts';
import { realmPaths } from './realm-paths.ts';

const LOOK_EVERY_MS = 1000;
const SAMPLES = 5;
/** While there is room, each realm is counted so often, one at a time: what it has grown by is known when it is not. */
const COUNT_EVERY_MS = 10 * 60_000;

interface Guarded {
  /** What it takes on the disk, in bytes. */
  usage(): Promise<number | 'not running' | 'unknown'>;
  shutOut(): void;
}

/** A realm as the guard sees it. */
export function guarded(place: LocalPlace, realmId: string, realm: LocalRealm): Guarded {
  const paths = realmPaths(place.dir, realmId);
  return {
    async usage() {
      const owner = folderOwner(paths);
      if (realm.running() === null || owner === null) return 'not running';
      const asRealm = place.bounds.users === null ? null : owner;
      const inFolder = await folderBytes(paths.folder, asRealm);
      return inFolder === null ? 'unknown' : inFolder + deletedBytes(asRealm);
    },
    shutOut() {
      const run = realm.running();
      if (run === null) return;
      run.outOfRoom = true;
      killHolder(run.record.pid, paths.lock, 'SIGKILL');
    },
  };
}

/** Looks after the disk of the realms each second: that nobody else suffers from one that fills it (docs/decisions/051). */
export class DiskGuard {
  readonly #dir: string;
  readonly #running: () => Map<string, Guarded>;
  readonly #counted = new Map<string, { at: number; bytes: number }>();
  readonly #timer: NodeJS.Timeout;
  #samples: Sample[] = [];
  /** The free bytes when all were counted last. */
  #freeAtCount: number | null = null;
  #isLooking = false;

  /** @param running by their ids */
  constructor(dir: string, running: () => Map<string, Guarded>) {
    this.#dir = dir;
    this.#running = running;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const { free, total } = await diskRoom(this.#dir);
      this.#samples = [...this.#samples, { at: performance.now(), free }].slice(-SAMPLES);
      const realms = this.#running();
      for (const id of this.#counted.keys()) if (!realms.has(id)) this.#counted.delete(id);
      if (isShort(this.#samples, total)) await this.#findCulprit(realms, free);
      else await this.#countOldest(realms, free);
    } catch {
      // A folder that is gone for a moment: the next look has it.
    } finally {
      this.#isLooking = false;
    }
  }

  async #findCulprit(realms: Map<string, Guarded>, free: number): Promise<void> {
    const counts = await Promise.all([...realms].map(([id, realm]) => this.#count(id, realm)));
    const fallen = (this.#freeAtCount ?? free) - free;
    this.#freeAtCount = free;
    const culprit = culpritOf(
      counts.filter((count) => count !== null),
      fallen,
    );
    if (culprit !== null) realms.get(culprit)?.shutOut();
  }

  async #countOldest(realms: Map<string, Guarded>, free: number): Promise<void> {
    this.#freeAtCount = free;
    const due = performance.now() - COUNT_EVERY_MS;
    for (const [id, realm] of realms) {
      if ((this.#counted.get(id)?.at ?? -Infinity) > due) continue;
      await this.#count(id, realm);
      return;
    }
  }

  async #count(realmId: string, realm: Guarded): Promise<Count | null> {
    const usage = await realm.usage();
    if (usage === 'not running') return null;
    const before = this.#counted.get(realmId)?.bytes ?? null;
    if (usage === 'unknown') return { realmId, before, now: null };
    this.#counted.set(realmId, { at: performance.now(), bytes: usage });
    return { realmId, before, now: usage };
  }
}
