import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

interface RealmRun {
  pid: number;
  fencingToken: number;
}

/** The process the driver started last for the realm, according to its own record; null while the record is being written. */
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

/** For each realm the processes that hold its lock the way a realm does, as descriptor 3, or have its folder and a fencing token in their arguments. */
export function processesOfRealms(dataDir: string, realmIds: readonly string[]): Map<string, Set<number>> {
  const found = new Map(realmIds.map((id) => [id, new Set<number>()]));
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!pid) continue;
    const args = read(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')).split('\0');
    // `flock` takes the lock for the driver; `bwrap` waits outside the sandbox for the realm's end.
    if (args[0] === '' || args[0] === 'flock' || basename(args[0] ?? '') === 'bwrap') continue;
    const lock = read(() => readlinkSync(`/proc/${pid}/fd/3`));
    for (const [id, pids] of found) {
      // File agents work on the folder too, but get no fencing token.
      const isOnFolder = args.includes('--lease') && args.includes(join(dataDir, 'realms', id));
      if (isOnFolder || lock === join(dataDir, 'realms/.driver', id, 'lock')) pids.add(pid);
    }
  }
  return found;
}

/** The pid of the supervisor's current child. */
export function childPid(dataDir: string, child: 'api' | 'gateway'): number {
  const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { children: { pid: number }[] };
  return run.children[child === 'api' ? 0 : 1]?.pid ?? 0;
}

/** @returns false when the process has already ended */
export function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** Returns nothing for a process that has ended in the meantime. */
function read(file: () => string): string {
  try {
    return file();
  } catch {
    return '';
  }
}
