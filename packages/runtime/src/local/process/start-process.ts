import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { giveUnix } from '@realmkeep/sockets';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { RuntimeError } from '../../runtime.ts';
import type { Started } from '../engine.ts';
import { makeGroups, removeGroups } from '../bounds/cgroup.ts';
import type { LocalPlace } from '../local-place.ts';
import { hasWorld, logTail, newRunLog, prepareFolder } from '../folder/realm-folder.ts';
import { takeLock } from '../folder/realm-lock.ts';
import type { RealmPaths } from '../folder/realm-paths.ts';
import { readRun, writeRun } from '../folder/realm-record.ts';
import { limitUser } from '../bounds/disk-quota.ts';
import { realmUser } from '../user/realm-user.ts';
import type { Way, Ways } from '../way-out/ways.ts';
import { hostsFile, type Room, runtimeFolder } from '../bounds/walls.ts';
import { launch, programFiles } from './launch.ts';
import { endOf, type Exit } from './realm-run.ts';

/** Starts the realm's process, which has the realm's lock from its first moment; null when another process has it. */
export async function startProcess(
  place: Omit<LocalPlace, 'engine'>,
  ways: Ways,
  paths: RealmPaths,
  spec: RealmSpec,
  fencingToken: number,
): Promise<Started | null> {
  const { bounds, program } = place;
  assertWorld(paths, spec);
  const uid = userOf(place, spec.number);
  const group = groupName(place.dir, spec.realmId);
  await mkdir(paths.driver, { recursive: true, mode: 0o700 });
  using lock = await takeLock(paths.lock);
  if (lock === null) return null;
  if (bounds.cgroups !== null) await removeGroups(bounds.cgroups, group);
  await prepareFolder(paths, spec, uid);
  if (bounds.quota && spec.limits.disk) await limitUser(place.dir, uid, spec.limits.disk);
  const groups = bounds.cgroups === null ? [] : await makeGroups(bounds.cgroups, group, spec.limits, 'starting');
  const before = readRun(paths);
  const logFd = newRunLog(paths, uid);
  const infoFd = openSync(paths.info, 'w', 0o600);
  try {
    const startedAt = Date.now();
    const way = spec.java && bounds.walls ? await ways.open(spec.realmId, spec.number) : null;
    const databaseDoor = bounds.walls === null ? null : await doorOf(place, spec);
    const room = roomOf(place, paths, spec, { way, databaseDoor });
    const started = { kernel: spec.kernel, limits: spec.limits, databaseDoor };
    const given = { program, bounds, room, uid, groups, logFd, fencingToken, ...started };
    const launched = giveUnix(paths.control, { mode: 0o600 }, (controlFd) =>
      giveUnix(paths.game, { mode: 0o600, ...(place.gateway && { owner: place.gateway }) }, (gameFd) =>
        launch({ ...given, lockFd: lock.fd, infoFd, controlFd, gameFd }),
      ),
    );
    const { child, goOn } = launched;
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    const pid = (await launched.waits) ? (bounds.walls ? madePid(paths.info) : child.pid) : null;
    if (pid === null) throw new RuntimeError('start_failed', `the realm's process did not begin: ${logTail(paths)}`);
    const record = { pid, fencingToken, startedAt };
    // A driver killed before this leaves nothing, as the process ends without the signal; one killed between the two leaves a run that
    // has ended.
    writeRun(paths, record);
    goOn();
    return { record, before, exit: exitOf(child) };
  } finally {
    closeSync(logFd);
    closeSync(infoFd);
  }
}

/** @throws RuntimeError world_missing */
export function assertWorld(paths: RealmPaths, { hasRun }: RealmSpec): void {
  if (hasRun !== true || hasWorld(paths)) return;
  throw new RuntimeError('world_missing', `the realm has run before, and ${paths.world} is not there`);
}

/** The end of a child. An open driver keeps its own process going for it, a closed one does not. */
export function exitOf(child: ChildProcess): Exit {
  // It may have ended before.
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const told = (isOver ? Promise.resolve([child.exitCode, child.signalCode]) : once(child, 'exit')) as Promise<
    [number | null, string | null]
  >;
  return { ended: told.then(([code, signal]) => endOf(code, signal)), letGo: () => child.unref() };
}

/** What bwrap has written of the process that it has made: another than itself, and of another id to itself. */
function madePid(info: string): number | null {
  const pid = /"child-pid": (\d+)/.exec(readFileSync(info, 'utf8'))?.[1];
  return pid === undefined ? null : Number(pid);
}

/** What the realm's processes see. */
function roomOf(
  { dir, program }: Pick<LocalPlace, 'dir' | 'program'>,
  { folder }: RealmPaths,
  { java }: RealmSpec,
  { way, databaseDoor }: { way: Way | null; databaseDoor: string | null },
): Room {
  const server = java ? [java.jar, runtimeFolder(java.runtime)] : [];
  const door = databaseDoor === null ? [] : [databaseDoor];
  return {
    folder,
    programs: [...programFiles(program), ...server, ...door],
    hosts: hostsFile(dir),
    network: null,
    names: null,
    ...way,
  };
}

/**
 * The folder in which the realm finds the door to its database. It is made even without a database, so that the realm sees one created later.
 * null: it runs no programs of its owner's. A realm without walls does not need it.
 */
export async function doorOf(
  { databaseDoors }: Pick<LocalPlace, 'databaseDoors'>,
  { realmId, kernel }: RealmSpec,
): Promise<string | null> {
  if (!databaseDoors || kernel === 'sandbox') return null;
  const { folder, user } = databaseDoors;
  const path = join(folder, realmId);
  await mkdir(path, { recursive: true, mode: 0o711 });
  if (user) await chown(path, user.uid, user.gid);
  return path;
}

/** Whom a realm of this number runs as. */
export function userOf({ bounds }: Pick<LocalPlace, 'bounds'>, number: number): number {
  return bounds.users === null ? (process.getuid?.() ?? 0) : realmUser(bounds.users, number);
}

/** Two copies of a database, and so of a realm's id, may be in use on one machine: the folder tells their groups apart. */
export function groupName(dir: string, realmId: string): string {
  return `${createHash('sha256').update(dir).digest('hex').slice(0, 8)}-${realmId}`;
}

/**
 * The prefix of the cgroups of a realm's file agents, followed by the id of the driver process, as each has a file agent of its
 * own. Earlier versions used this name, and their groups must still be found.
 */
export function fileAgentGroups(group: string): string {
  return `${group}-keeper-`;
}
