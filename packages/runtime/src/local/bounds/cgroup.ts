import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealmLimits } from '@realmkeep/realm-protocol';

type Controller = 'memory' | 'cpu' | 'pids';
const controllers: readonly Controller[] = ['memory', 'cpu', 'pids'];

/** The parent folders of realms' groups: one for all controllers in version 2, one for each in version 1. */
export interface Cgroups {
  version: 'cgroup v1' | 'cgroup v2';
  parents: Partial<Record<Controller, string>>;
}

/**
 * What the sockets of one realm may hold in version 1, which counts them apart; in version 2 they are part of its memory. All TCP
 * of a machine shares one bound (net.ipv4.tcp_mem), and once that is used up everybody's connections break.
 */
const socketBytes = 32 * 1024 * 1024;

/**
 * The periods of the CPU quota, in microseconds: a group that has used its share waits for the next period. With the longest
 * that the kernel accepts (scheduler/sched-bwc.rst), a start usually does not have to wait; a game would freeze for that long.
 */
const periodsUs = { starting: 1_000_000, running: 100_000 };
type Period = keyof typeof periodsUs;
const emptyWithinMs = 5000;

/**
 * The controllers in which this process can make groups, tried by making one: kernel documentation,
 * admin-guide/cgroup-v1 and cgroup-v2.rst. Null when there are none. Leaves an empty folder `realmkeep` in them.
 */
export async function findCgroups(mountinfo = readFileSync('/proc/self/mountinfo', 'utf8')): Promise<Cgroups | null> {
  const mounts = cgroupMounts(mountinfo);
  for (const { path } of mounts.filter(({ type }) => type === 'cgroup2')) {
    const parents = await unifiedParents(path);
    if (parents.memory !== undefined) return { version: 'cgroup v2', parents };
  }
  const found = controllers.flatMap((controller) => {
    const mount = mounts.find(({ type, options }) => type === 'cgroup' && options.includes(controller));
    return mount ? [[controller, join(mount.path, 'realmkeep')] as const] : [];
  });
  const held = await thatHoldGroups(found.map(([, parent]) => parent));
  const parents: Cgroups['parents'] = Object.fromEntries(found.filter(([, parent]) => held.has(parent)));
  return Object.keys(parents).length === 0 ? null : { version: 'cgroup v1', parents };
}

/** The folders of the realm's groups, freshly made with the limits set. */
export async function makeGroups(
  { version, parents }: Cgroups,
  name: string,
  limits: RealmLimits,
  period: Period = 'running',
): Promise<string[]> {
  const bytes = String(limits.memoryMiB * 1024 * 1024);
  const settings: Record<Controller, [file: string, value: string][]> =
    version === 'cgroup v2'
      ? {
          memory: [
            ['memory.max', bytes],
            ['memory.swap.max', '0'],
            ['memory.oom.group', '1'],
          ],
          cpu: cpuShare(version, limits.cores, period),
          pids: [['pids.max', String(limits.processes)]],
        }
      : {
          // With swap: memsw counts both and may not be below the first, so it is set second.
          memory: [
            ['memory.limit_in_bytes', bytes],
            ['memory.memsw.limit_in_bytes', bytes],
            ['memory.kmem.tcp.limit_in_bytes', String(socketBytes)],
          ],
          cpu: cpuShare(version, limits.cores, period),
          pids: [['pids.max', String(limits.processes)]],
        };
  for (const [controller, group] of groupsOf(parents, name)) {
    await mkdir(group, { recursive: true });
    for (const [file, value] of settings[controller]) {
      // Kernels without swap accounting lack its files.
      if (existsSync(join(group, file))) await writeFile(join(group, file), value);
    }
  }
  return groupFolders(parents, name);
}

/** Has a share of the CPU that was given for a start count for short periods from now on. */
export async function endStart({ version, parents }: Cgroups, name: string): Promise<void> {
  if (parents.cpu === undefined) return;
  const group = join(parents.cpu, name);
  const files = version === 'cgroup v2' ? ['cpu.max'] : ['cpu.cfs_quota_us', 'cpu.cfs_period_us'];
  const [quota, period] = (await Promise.all(files.map((file) => readWords(join(group, file))))).flat().map(Number);
  if (period !== periodsUs.starting || quota === undefined) return;
  for (const [file, value] of cpuShare(version, quota / period, 'running')) await writeFile(join(group, file), value);
}

function cpuShare(version: Cgroups['version'], cores: number, period: Period): [file: string, value: string][] {
  const us = periodsUs[period];
  const quota = Math.max(1000, Math.round(cores * us));
  if (version === 'cgroup v2') return [['cpu.max', `${quota} ${us}`]];
  return [
    ['cpu.cfs_period_us', String(us)],
    ['cpu.cfs_quota_us', String(quota)],
  ];
}

export function hasGroups({ parents }: Cgroups, name: string): boolean {
  return groupFolders(parents, name).some((group) => existsSync(group));
}

/** The names of the groups with this prefix. */
export async function groupsNamed({ parents }: Cgroups, start: string): Promise<string[]> {
  const names = await Promise.all(Object.values(parents).map((parent) => readdir(parent).catch(() => [])));
  return [...new Set(names.flat())].filter((name) => name.startsWith(start));
}

/**
 * Kills what is left in the realm's groups and removes them, if there are any. To be called under the realm's lock,
 * so that no start of the realm is hit. @throws if a process does not end within 5 s
 */
export async function removeGroups({ parents }: Cgroups, name: string): Promise<void> {
  // Otherwise a process that keeps forking may outrun the kill.
  for (const [controller, group] of groupsOf(parents, name)) {
    if (controller === 'pids') await writeFile(join(group, 'pids.max'), '0').catch(() => undefined);
  }
  for (const group of groupFolders(parents, name)) await killAllIn(group);
  for (const group of groupFolders(parents, name)) {
    await rmdir(group).catch((error: unknown) => {
      if (existsSync(group)) throw error;
    });
  }
}

/** The same for all groups with this prefix, or a selection of them. */
export async function removeGroupsNamed(
  cgroups: Cgroups,
  start: string,
  isToGo: (end: string) => boolean = () => true,
): Promise<void> {
  for (const name of await groupsNamed(cgroups, start)) {
    if (isToGo(name.slice(start.length))) await removeGroups(cgroups, name);
  }
}

async function killAllIn(group: string): Promise<void> {
  const deadline = Date.now() + emptyWithinMs;
  for (;;) {
    const pids = await readFile(join(group, 'cgroup.procs'), 'utf8').catch(() => '');
    if (pids === '') return;
    if (Date.now() > deadline) throw new Error(`processes in ${group} do not end`);
    for (const pid of pids.trim().split('\n')) killNow(Number(pid));
    // The kernel reports an emptied group only in version 2; it takes a few milliseconds.
    await sleep(5);
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function groupsOf(parents: Cgroups['parents'], name: string): [Controller, string][] {
  return controllers.flatMap((controller) => {
    const parent = parents[controller];
    return parent === undefined ? [] : [[controller, join(parent, name)] as [Controller, string]];
  });
}

function groupFolders(parents: Cgroups['parents'], name: string): string[] {
  return [...new Set(groupsOf(parents, name).map(([, group]) => group))];
}

async function unifiedParents(mount: string): Promise<Cgroups['parents']> {
  const there = await readWords(join(mount, 'cgroup.controllers'));
  const wanted = controllers.filter((controller) => there.includes(controller));
  const parent = join(mount, 'realmkeep');
  if (wanted.length === 0 || !(await thatHoldGroups([parent])).has(parent)) return {};
  for (const folder of [mount, parent]) {
    await writeFile(
      join(folder, 'cgroup.subtree_control'),
      wanted.map((controller) => `+${controller}`).join(' '),
    ).catch(
      () => undefined, // What could not be enabled is seen below.
    );
  }
  const enabled = await readWords(join(parent, 'cgroup.subtree_control'));
  return Object.fromEntries(wanted.filter((each) => enabled.includes(each)).map((each) => [each, parent]));
}

/** Those folders in which a group can be made and a process put into it. */
async function thatHoldGroups(parents: readonly string[]): Promise<Set<string>> {
  const name = `probe-${randomUUID()}`;
  const made: string[] = [];
  // Controllers may share one.
  for (const parent of new Set(parents)) {
    const isMade = await mkdir(join(parent, name), { recursive: true }).then(
      () => true,
      () => false,
    );
    if (isMade) made.push(parent);
  }
  const joins = 'for each; do { echo "$$" >"$each/cgroup.procs"; } 2>/dev/null && echo "$each"; done';
  const groups = made.map((parent) => join(parent, name));
  const { stdout } = spawnSync('/bin/sh', ['-c', joins, 'probe', ...groups], { encoding: 'utf8' });
  const joined = new Set((stdout ?? '').split('\n'));
  for (const group of groups) await rmdir(group).catch(() => joined.delete(group));
  return new Set(made.filter((parent) => joined.has(join(parent, name))));
}

async function readWords(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8').catch(() => '')).trim().split(/\s+/);
}

/** Lines of /proc/self/mountinfo: id, parent, device, root, mount point, options, tags …, `-`, type, source, super options. */
function cgroupMounts(mountinfo: string): { path: string; type: string; options: string[] }[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [type = '', , options = ''] = after.split(' ');
    const path = before.split(' ')[4];
    if (path === undefined || !type.startsWith('cgroup')) return [];
    return [{ path: path.replaceAll('\\040', ' '), type, options: options.split(',') }];
  });
}
