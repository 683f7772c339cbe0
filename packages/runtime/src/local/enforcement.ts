import { spawnSync } from 'node:child_process';
import type { RuntimeEnforcement } from '../runtime.ts';
import { findCgroups, type Cgroups } from './cgroup.ts';
import { userBase } from './realm-user.ts';

/** The means that bound each realm on this machine, each tried. */
export interface Bounds {
  cgroups: Cgroups | null;
  prlimit: boolean;
  /** Realm number n runs as user `users + n`; null when all run as the driver's user. */
  users: number | null;
}

export async function findBounds(dir: string): Promise<Bounds> {
  const users = process.getuid?.() === 0 ? userBase(dir) : null;
  return {
    cgroups: await findCgroups(),
    prlimit: works('prlimit', '--core=0', 'true'),
    // In a user namespace or without CAP_SETPCAP the kernel refuses it.
    users: users !== null && works('setpriv', ...userArguments(users + 1), 'true') ? users : null,
  };
}

export function describeBounds({ cgroups, prlimit, users }: Bounds): RuntimeEnforcement {
  const instead = prlimit ? 'prlimit' : 'none';
  const grouped = (controller: 'memory' | 'cpu' | 'pids'): Cgroups['version'] | null =>
    cgroups?.parents[controller] === undefined ? null : cgroups.version;
  return {
    memory: grouped('memory') ?? instead,
    cpu: grouped('cpu') ?? 'none',
    // RLIMIT_NPROC counts all processes of a user, so it bounds a realm only when the user is its own.
    processes: grouped('pids') ?? (users === null ? 'none' : instead),
    ownUser: users !== null,
  };
}

/** For a check of the machine: what would bound realms in `dir`, without starting one. */
export async function probeEnforcement(dir: string): Promise<RuntimeEnforcement> {
  return describeBounds(await findBounds(dir));
}

/** setpriv(1): the user, none of the driver's groups or capabilities, and no way to gain any. */
export function userArguments(uid: number): string[] {
  const id = String(uid);
  return ['--reuid', id, '--regid', id, '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
}

function works(file: string, ...args: string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}
