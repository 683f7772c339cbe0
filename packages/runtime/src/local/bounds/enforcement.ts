import { spawnSync } from 'node:child_process';
import type { RuntimeEnforcement } from '../../runtime.ts';
import { findCgroups, type Cgroups } from './cgroup.ts';
import { holdsQuota } from './disk-quota.ts';
import { userBase } from '../user/realm-user.ts';
import { Ways } from '../way-out/ways.ts';
import { userArguments } from '../user/user-arguments.ts';
import { findWalls, type Walls } from './walls.ts';

/** The means that bound each realm on this machine, each tried. */
export interface Bounds {
  cgroups: Cgroups | null;
  prlimit: boolean;
  /** As `userBase`, from which each realm's number leads to its user; null when all run as the driver's user. */
  users: number | null;
  /** Whether the disk holds each of these users to a limit. */
  quota: boolean;
  walls: Walls | null;
  /** Why there are none, for people. */
  noWalls: string | null;
}

export async function findBounds(dir: string): Promise<Bounds> {
  const base = process.getuid?.() === 0 ? userBase(dir) : null;
  // In a user namespace or without CAP_SETPCAP the kernel refuses it.
  const users = base !== null && works('setpriv', ...userArguments(base + 1), 'true') ? base : null;
  const walls = await findWalls(users);
  return {
    cgroups: await findCgroups(),
    prlimit: works('prlimit', '--core=0', 'true'),
    users,
    quota: users !== null && (await holdsQuota(dir, users + 1)),
    ...(typeof walls === 'string' ? { walls: null, noWalls: walls } : { walls, noWalls: null }),
  };
}

export function describeBounds({
  cgroups,
  prlimit,
  users,
  quota,
  walls,
  noWalls,
}: Bounds): Omit<RuntimeEnforcement, 'wayOut'> {
  const instead = prlimit ? 'prlimit' : 'none';
  const grouped = (controller: 'memory' | 'cpu' | 'pids'): Cgroups['version'] | null =>
    cgroups?.parents[controller] === undefined ? null : cgroups.version;
  return {
    memory: grouped('memory') ?? instead,
    cpu: grouped('cpu') ?? 'none',
    // RLIMIT_NPROC counts all processes of a user, so it bounds a realm only when the user is its own.
    processes: grouped('pids') ?? (users === null ? 'none' : instead),
    disk: quota ? 'quota' : 'counted',
    ownUser: users !== null,
    walls: {
      network: walls !== null,
      processes: walls !== null,
      files: walls !== null,
      calls: walls !== null && walls.filter !== null,
      why: walls?.filter === null ? 'for this processor there is no filter of system calls' : noWalls,
    },
  };
}

/** For a check of the machine: what would bound realms in the existing folder `dir`, without starting one. */
export async function probeEnforcement(dir: string, dns: readonly string[]): Promise<RuntimeEnforcement> {
  return { ...describeBounds(await findBounds(dir)), wayOut: await new Ways(dir, dns).obstacle() };
}

function works(file: string, ...args: string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}
