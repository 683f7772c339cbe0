import { readFileSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { folderOwner } from '../folder/realm-folder.ts';
import { realmPaths } from '../folder/realm-paths.ts';
import type { LocalPlace } from '../local-place.ts';
import type { LocalRealm } from '../local-realm.ts';
import { lookAgain } from './look-again.ts';
import { isOfRealm } from './realm-processes.ts';

const lookEveryMs = 1000;
/** A game locks a file for each of its worlds, and a few databases of plugins. */
const mostLocks = 10_000;
/** A connection for each player, and 1,024 by the way out (docs/decisions/048-way-out.md). */
const mostSockets = 3_000;
/** One for a game that speaks UDP, and one for each name that is asked for. With each may wait what SO_RCVBUF allows from the start, 208 KiB. */
const mostDatagramSockets = 256;
/** The most that is read of the list of locks, newest first: some 80,000. Read in pieces, as it is usually short. */
const readBytes = { most: 4 * 1024 * 1024, piece: 64 * 1024 };

/**
 * Kills realms that hold more sockets or file locks than any game: they use kernel memory that no cgroup counts, and for which the
 * kernel would make room by killing the largest process (docs/decisions/047-walls.md).
 * @param realms all that may be running, by their ids
 */
export class KernelMemoryGuard {
  readonly #place: LocalPlace;
  readonly #realms: ReadonlyMap<string, LocalRealm>;
  readonly close: () => void;

  constructor(place: LocalPlace, realms: ReadonlyMap<string, LocalRealm>) {
    this.#place = place;
    this.#realms = realms;
    this.close = lookAgain(lookEveryMs, () => this.#look());
  }

  async #look(): Promise<void> {
    if (![...this.#realms.values()].some((realm) => realm.running() !== null)) return;
    const counts = countLocks(await readLocks());
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [realmId, realm] of this.#realms) {
      const run = realm.running();
      if (run === null) continue;
      const first = run.record.pid;
      const paths = realmPaths(this.#place.dir, realmId);
      const owner = this.#place.bounds.users === null ? null : folderOwner(paths);
      const { sockets, datagrams } = countSockets(first);
      const isOver =
        sockets > mostSockets ||
        datagrams > mostDatagramSockets ||
        (all > mostLocks && locksOf(counts, owner, first) > mostLocks);
      if (isOver) this.#place.engine.kill(paths, run.record, 'SIGKILL');
    }
  }
}

/** Those of all families in the network of the process, and those of datagrams; 0 where that is the machine's, or the process is gone by now: proc(5). */
function countSockets(pid: number): { sockets: number; datagrams: number } {
  try {
    if (readlinkSync(`/proc/${pid}/ns/net`) === readlinkSync('/proc/self/ns/net')) return { sockets: 0, datagrams: 0 };
  } catch {
    return { sockets: 0, datagrams: 0 };
  }
  const [four, six] = ['sockstat', 'sockstat6'].map((name) => readOrEmpty(`/proc/${pid}/net/${name}`));
  const datagrams = [...`${four}${six}`.matchAll(/^(?:UDP|UDPLITE|RAW)6?: inuse (\d+)/gm)];
  return {
    sockets: Number(/^sockets: used (\d+)/m.exec(four ?? '')?.[1] ?? 0),
    datagrams: datagrams.reduce((sum, [, count]) => sum + Number(count), 0),
  };
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function locksOf(counts: ReadonlyMap<number, number>, owner: number | null, first: number): number {
  let held = 0;
  for (const [pid, count] of counts) if (isOfRealm(pid, owner, first)) held += count;
  return held;
}

/** The beginning of /proc/locks: proc(5). Empty on a system without it. */
async function readLocks(): Promise<string> {
  try {
    await using file = await open('/proc/locks');
    const piece = Buffer.allocUnsafe(readBytes.piece);
    let text = '';
    while (text.length < readBytes.most) {
      const { bytesRead } = await file.read(piece);
      if (bytesRead === 0) break;
      text += piece.toString('latin1', 0, bytesRead);
    }
    return text;
  } catch {
    return '';
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
