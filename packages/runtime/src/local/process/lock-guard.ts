import { open } from 'node:fs/promises';
import { folderOwner } from '../folder/realm-folder.ts';
import { realmPaths } from '../folder/realm-paths.ts';
import type { LocalPlace } from '../local-place.ts';
import type { LocalRealm } from '../local-realm.ts';
import { killHolder } from './process-identity.ts';
import { isOfRealm } from './realm-processes.ts';

const lookEveryMs = 2000;
/** A game locks a file for each of its worlds, and a few databases of plugins. */
const mostLocks = 10_000;
/** Of the list, which begins with the newest: some 80,000 locks. */
const readBytes = 4 * 1024 * 1024;

/**
 * Kills realms that hold more locks of files than any game: they are memory of the kernel that no cgroup counts, and that the kernel makes
 * room for by killing whoever is largest (CVE-2022-0480; docs/decisions/047-walls.md).
 * @param realms all that may run, by their ids
 */
export class LockGuard {
  readonly #place: LocalPlace;
  readonly #realms: ReadonlyMap<string, LocalRealm>;
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(place: LocalPlace, realms: ReadonlyMap<string, LocalRealm>) {
    this.#place = place;
    this.#realms = realms;
    this.#timer = setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const counts = countLocks(await readLocks());
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (all > mostLocks) this.#killWhoHolds(counts);
    } catch {
      // A system without the list has none of such locks to tell.
    } finally {
      this.#isLooking = false;
    }
  }

  #killWhoHolds(counts: ReadonlyMap<number, number>): void {
    for (const [realmId, realm] of this.#realms) {
      const run = realm.running();
      const paths = realmPaths(this.#place.dir, realmId);
      const owner = this.#place.bounds.users === null ? null : folderOwner(paths);
      if (run === null) continue;
      let held = 0;
      for (const [pid, count] of counts) if (isOfRealm(pid, owner, run.record.pid)) held += count;
      if (held > mostLocks) killHolder(run.record.pid, paths.lock, 'SIGKILL');
    }
  }
}

/** The beginning of /proc/locks: proc(5). */
async function readLocks(): Promise<string> {
  await using file = await open('/proc/locks');
  const text = Buffer.alloc(readBytes);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(text, length);
    length += bytesRead;
    if (bytesRead === 0 || length === readBytes) return text.toString('latin1', 0, length);
  }
}

/** How many each process holds, by its id; waits for a lock count as well. */
function countLocks(list: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [, id] of list.matchAll(/^\d+: (?:-> *)?\w+ +\w+ +\w+ +(\d+) /gm)) {
    const pid = Number(id);
    counts.set(pid, (counts.get(pid) ?? 0) + 1);
  }
  return counts;
}
