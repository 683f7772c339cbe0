import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { RealmSpec } from '../control.ts';
import { makeGroups, removeGroups } from './cgroup.ts';
import { launch } from './launch.ts';
import type { LocalPlace } from './local-place.ts';
import { prepareOwnWorld } from './own-world.ts';
import { newRunLog, prepareFolder } from './realm-folder.ts';
import { takeLock } from './realm-lock.ts';
import type { RealmPaths } from './realm-paths.ts';
import { readRun, type RunRecord } from './realm-record.ts';
import { realmUser } from './realm-user.ts';

export interface Started {
  child: ChildProcess;
  record: RunRecord;
  /** What the record said before. */
  before: RunRecord | null;
}

/** Starts the realm's process, which has the realm's lock from its first moment; null when another process has it. */
export async function startProcess(
  place: LocalPlace,
  paths: RealmPaths,
  spec: RealmSpec,
  lease: number,
): Promise<Started | null> {
  const { bounds, program } = place;
  const uid = userOf(place, spec.number);
  const group = groupName(place.dir, spec.realmId);
  await mkdir(paths.driver, { recursive: true, mode: 0o700 });
  using lock = await takeLock(paths.lock);
  if (lock === null) return null;
  if (bounds.cgroups !== null) await removeGroups(bounds.cgroups, group);
  await prepareFolder(paths, spec, uid);
  await prepareOwnWorld(paths, spec, uid);
  const groups = bounds.cgroups === null ? [] : await makeGroups(bounds.cgroups, group, spec.limits);
  const before = readRun(paths);
  const logFd = newRunLog(paths, uid);
  try {
    const startedAt = Date.now();
    const run = { lease, startedAt, folder: paths.folder, run: paths.run };
    const child = launch({
      ...run,
      program,
      bounds,
      kernel: spec.kernel,
      limits: spec.limits,
      uid,
      groups,
      logFd,
      lockFd: lock.fd,
    });
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    return { child, record: { pid: child.pid, lease, startedAt }, before };
  } finally {
    closeSync(logFd);
  }
}

/** Whom a realm of this number runs as. */
export function userOf({ bounds }: LocalPlace, number: number): number {
  return bounds.users === null ? (process.getuid?.() ?? 0) : realmUser(bounds.users, number);
}

/** Two copies of a database, and so of a realm's id, may be in use on one machine: the folder tells their groups apart. */
export function groupName(dir: string, realmId: string): string {
  return `${createHash('sha256').update(dir).digest('hex').slice(0, 8)}-${realmId}`;
}
