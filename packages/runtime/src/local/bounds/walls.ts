import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { driverFolder } from '../folder/realm-paths.ts';
import { hasFilter, systemCallFilter } from './system-call-filter.ts';
import { userArguments } from '../user/user-arguments.ts';

/*
 * The walls around a realm's processes: bubblewrap, bwrap(1), gives them namespaces of their own, a file system in which there is little,
 * and a filter of system calls. docs/decisions/047-walls.md
 */

/** What there is of walls on this machine, each tried. */
export interface Walls {
  /** seccomp's program; null where there is none for this processor. */
  filter: Buffer | null;
}

/** What processes within walls see of the machine. */
export interface Room {
  /** Theirs to write, at its own path. */
  folder: string;
  /** Readable files and folders, at their own paths; missing ones are left out. */
  programs: readonly string[];
  /** What they find as /etc/hosts; null for nothing. */
  hosts: string | null;
  /** The path of the network namespace that they are already in; null: an empty one of their own. */
  network: string | null;
  /** What they find as /etc/resolv.conf; null for nothing. */
  names: string | null;
}

/** The descriptors from which the filter is read and, if any, to which the process's id is written. */
interface Descriptors {
  filter: number;
  info: number | null;
}

/** The system's own programs and libraries. */
const system = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** What these read of /etc: libraries, names, time, certificates, fonts, Debian's alternatives and Java's own settings. */
const etc = [
  'alternatives',
  'ca-certificates',
  'fonts',
  'gai.conf',
  'host.conf',
  'ld.so.cache',
  'localtime',
  'nsswitch.conf',
  'protocols',
  'services',
  'ssl',
  'timezone',
  'java-8-openjdk',
  'java-11-openjdk',
  'java-17-openjdk',
  'java-21-openjdk',
  'java-25-openjdk',
];
const devices = ['null', 'zero', 'full', 'random', 'urandom'];
/** It counts as the realm's memory. */
const tmpBytes = 64 * 1024 * 1024;

/** With walls setpriv(1) needs these, and drops them. */
const toDrop = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name]);

const triedWithinMs = 10_000;

/** bwrap(1) with its options; what runs within them follows. */
export function wallArguments({ filter }: Walls, room: Room, descriptors: Descriptors): string[] {
  const { folder, programs, hosts, network, names } = room;
  const isRoot = process.getuid?.() === 0;
  const read = [...etc.map((name) => `/etc/${name}`), ...programs].filter((path) => !path.startsWith('/usr/'));
  const folders = new Set([...read, folder].flatMap(foldersAbove));
  return [
    'bwrap',
    ...(isRoot ? toDrop : ['--unshare-user']),
    ...(network === null ? ['--unshare-net'] : []),
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--hostname',
    'realm',
    '--as-pid-1',
    '--new-session',
    '--ro-bind',
    '/usr',
    '/usr',
    ...system
      .filter((path) => existsSync(path))
      .flatMap((path) =>
        lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
      ),
    '--proc',
    '/proc',
    // Else it says by itself how soon it is killed when memory is short.
    '--remount-ro',
    '/proc',
    '--perms',
    '0755',
    '--tmpfs',
    '/dev',
    ...devices.flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
    '--symlink',
    '/proc/self/fd',
    '/dev/fd',
    '--remount-ro',
    '/dev',
    '--perms',
    '1777',
    '--size',
    String(tmpBytes),
    '--tmpfs',
    '/tmp',
    // Those that bwrap makes by itself only root may pass.
    ...[...folders].toSorted().flatMap((path) => ['--dir', path]),
    ...read.flatMap((path) => ['--ro-bind-try', path, path]),
    ...(hosts === null ? [] : ['--ro-bind', hosts, '/etc/hosts']),
    ...(names === null ? [] : ['--ro-bind', names, '/etc/resolv.conf']),
    '--bind',
    folder,
    folder,
    '--remount-ro',
    '/',
    '--chdir',
    '/',
    ...(filter === null ? [] : ['--seccomp', String(descriptors.filter)]),
    ...(descriptors.info === null ? [] : ['--info-fd', String(descriptors.info)]),
    '--',
  ];
}

/** All that a realm knows of names without asking anybody. */
const hostsText = '127.0.0.1 localhost realm\n::1 localhost\n';

export function hostsFile(dir: string): string {
  return join(dir, driverFolder, 'hosts');
}

/** Once for all realms. */
export function writeHosts(dir: string): void {
  const path = hostsFile(dir);
  if (existsSync(path) && readFileSync(path, 'utf8') === hostsText) return;
  writeFileSync(`${path}.new`, hostsText, { mode: 0o644 });
  renameSync(`${path}.new`, path);
}

/** The folder of a Java runtime, which its `java` needs: `/opt/jdk` of `/opt/jdk/bin/java`. */
export function runtimeFolder(java: string): string {
  return dirname(dirname(java));
}

/**
 * Tries all walls.
 * @param users as in Bounds
 * @returns the walls, or a message why there are none
 */
export async function findWalls(users: number | null): Promise<Walls | string> {
  const filter = hasFilter(process.arch) ? systemCallFilter(process.arch) : null;
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-walls-'));
  const room = { folder, programs: [], hosts: null, network: null, names: null };
  const user = users === null ? [] : ['setpriv', ...userArguments(users + 1)];
  const [file, ...args] = [...wallArguments({ filter }, room, { filter: 3, info: null }), ...user, 'true'];
  try {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], timeout: triedWithinMs });
    giveFilter(child, 3, filter);
    const ended = once(child, 'close') as Promise<[number | null, string | null]>;
    const [message, [code, signal]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), ended]);
    return code === 0 ? { filter } : `bwrap ended with ${code ?? signal}: ${message.trim().slice(0, 300)}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return 'the program bwrap is missing: apt-get install bubblewrap';
    }
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rmdir(folder);
  }
}

/** Passes the filter to a bwrap whose descriptor is a pipe. */
export function giveFilter(child: ChildProcess, descriptor: number, filter: Buffer | null): void {
  const pipe = child.stdio[descriptor] as NodeJS.WritableStream | undefined;
  // It may be gone already: that is seen by its end.
  pipe?.on('error', () => undefined);
  pipe?.end(filter ?? '');
}

/** From the top. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === '/' ? [] : [...foldersAbove(above), above];
}
