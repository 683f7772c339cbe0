import { type Count, isShort, RealmMarks, type Sample } from './disk-policy.ts';
import { deletedUsage, diskRoom, folderUsage, type RoomKind } from './disk-room.ts';
import type { LocalPlace } from '../local-place.ts';
import type { LocalRealm } from '../local-realm.ts';
import { lookAgain } from '../process/look-again.ts';
import { folderOwner } from '../folder/realm-folder.ts';
import { realmPaths } from '../folder/realm-paths.ts';
import { setOutOfRoom } from '../folder/realm-record.ts';

const lookEveryMs = 1000;
const samples = 5;

interface Guarded {
  /** Its usage of the disk, in the units of `diskRoom`. */
  usage(kind: RoomKind): Promise<number | 'not running' | 'unknown'>;
  shutOut(): void;
}

/** A realm as the guard sees it. */
export function guarded(place: LocalPlace, realmId: string, realm: LocalRealm): Guarded {
  const paths = realmPaths(place.dir, realmId);
  return {
    async usage(kind) {
      const owner = folderOwner(paths);
      const run = realm.running();
      if (run === null || owner === null) return 'not running';
      const asRealm = place.bounds.users === null ? null : owner;
      const inFolder = await folderUsage(paths.folder, asRealm, kind);
      return inFolder === null ? 'unknown' : inFolder + (await deletedUsage(asRealm, run.record.pid, kind));
    },
    shutOut() {
      const run = realm.running();
      if (run === null) return;
      setOutOfRoom(paths, run.record);
      place.engine.kill(paths, run.record, 'SIGKILL');
    },
  };
}

/** Monitors one kind of space on the realms' disk every second, so that others do not suffer from a realm that fills it (docs/decisions/051). */
export class DiskGuard {
  readonly #dir: string;
  readonly #kind: RoomKind;
  readonly #running: () => Map<string, Guarded>;
  readonly #marks = new RealmMarks();
  readonly close: () => void;
  #samples: Sample[] = [];
  #isCounting = false;

  /**
   * To be called before any realm can write: the disk may be full by the first look.
   * @param running by their ids
   */
  static async begin(dir: string, kind: RoomKind, running: () => Map<string, Guarded>): Promise<DiskGuard> {
    const { free } = await diskRoom(dir, kind);
    return new DiskGuard(dir, kind, running, { at: performance.now(), free });
  }

  private constructor(dir: string, kind: RoomKind, running: () => Map<string, Guarded>, now: Sample) {
    this.#dir = dir;
    this.#kind = kind;
    this.#running = running;
    this.#marks.look([], now);
    // A folder may be gone for a moment: the next look has it.
    this.close = lookAgain(lookEveryMs, () => this.#look());
  }

  async #look(): Promise<void> {
    const { free, total } = await diskRoom(this.#dir, this.#kind);
    const now = { at: performance.now(), free };
    this.#samples = [...this.#samples, now].slice(-samples);
    const realms = this.#running();
    this.#marks.look(realms.keys(), now);
    if (!isShort(this.#samples, total)) void this.#countDue(realms, now.at);
    else if (this.#marks.allDue(now)) await this.#findCulprit(realms, now);
  }

  async #findCulprit(realms: Map<string, Guarded>, now: Sample): Promise<void> {
    const counts = await Promise.all([...realms].map(([id, realm]) => this.#count(id, realm)));
    const culprit = this.#marks.culprit(
      counts.filter((each) => each !== null),
      now,
    );
    if (culprit !== null) realms.get(culprit)?.shutOut();
  }

  /** One at a look, and those that never were one after another; the looks go on meanwhile. */
  async #countDue(realms: Map<string, Guarded>, at: number): Promise<void> {
    if (this.#isCounting) return;
    this.#isCounting = true;
    try {
      for (let id = this.#marks.due(at); id !== null; id = this.#marks.due(-Infinity)) {
        const realm = realms.get(id);
        const counted = realm === undefined ? null : await this.#count(id, realm);
        const { free } = await diskRoom(this.#dir, this.#kind);
        this.#marks.note(counted ?? { realmId: id, bytes: null }, { at: performance.now(), free });
      }
    } catch {
      // A folder that is gone for a moment is counted another time.
    } finally {
      this.#isCounting = false;
    }
  }

  async #count(realmId: string, realm: Guarded): Promise<Count | null> {
    const usage = await realm.usage(this.#kind);
    if (usage === 'not running') return null;
    return { realmId, bytes: usage === 'unknown' ? null : usage };
  }
}
