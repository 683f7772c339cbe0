import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

interface RealmRun {
  pid: number;
  fencingToken: number;
}

/** Which process the driver has started last for the realm, by its own record; null while it writes that. */
export function lastRun(dataDir: string, realmId: string): RealmRun | null {
  try {
    const [pid, fencingToken] = readFileSync(join(dataDir, 'realms/.driver', realmId, 'run'), 'utf8')
      .split(' ')
      .map(Number);
    return pid && fencingToken ? { pid, fencingToken } : null;
  } catch {
    return null;
  }
}

/** The processes that hold each realm's lock as a realm does, as descriptor 3, or have its folder and a fencing token in their arguments. */
export function processesOfRealms(dataDir: string, realmIds: readonly string[]): Map<string, Set<number>> {
  const found = new Map(realmIds.map((id) => [id, new Set<number>()]));
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!pid) continue;
    const args = read(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')).split('\0');
    // One takes the lock for the driver, the other waits outside of a realm's walls for its end.
    if (args[0] === '' || args[0] === 'flock' || basename(args[0] ?? '') === 'bwrap') continue;
    const lock = read(() => readlinkSync(`/proc/${pid}/fd/3`));
    for (const [id, pids] of found) {
      // Others look after the folder, and are given no fencing token.
      const isOnFolder = args.includes('--lease') && args.includes(join(dataDir, 'realms', id));
      if (isOnFolder || lock === join(dataDir, 'realms/.driver', id, 'lock')) pids.add(pid);
    }
  }
  return found;
}

/** What the supervisor runs now. */
export function childPid(dataDir: string, child: 'api' | 'gateway'): number {
  const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { children: { pid: number }[] };
  return run.children[child === 'api' ? 0 : 1]?.pid ?? 0;
}

/** @returns false when it has ended before */
export function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** Of a process that has gone meanwhile: nothing. */
function read(file: () => string): string {
  try {
    return file();
  } catch {
    return '';
  }
}
