import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { KernelName, RealmLimits } from '../control.ts';
import { describeBounds, userArguments, type Bounds } from './enforcement.ts';
import { LOCK_FD } from './process-identity.ts';

/** How a realm-server is run, from the app's own launch.json and the operator's node. */
export interface ServerProgram {
  nodePath: string;
  /** The program's file. */
  entry: string;
  /** The file of the program that does with a realm's files what is asked. */
  keeper: string;
  execArgv: readonly string[];
  /** The whole environment of the process; nothing of the driver's is passed on. */
  env: Readonly<Record<string, string>>;
}

export interface Launch {
  program: ServerProgram;
  bounds: Bounds;
  kernel: KernelName;
  limits: RealmLimits;
  uid: number;
  lease: number;
  /** Milliseconds since the epoch, for the run record. */
  startedAt: number;
  folder: string;
  /** The run record's path. */
  run: string;
  /** Folders of cgroups to join. */
  groups: readonly string[];
  logFd: number;
  lockFd: number;
}

/**
 * Writes the run record and joins the groups, both under the lock, then becomes the command. Arguments: record, lease,
 * time, groups …, `--`, command ….
 */
const BEFORE = `umask 077
ulimit -c 0
printf '%s %s %s\\n' "$$" "$2" "$3" >"$1" || exit 74
shift 3
while [ "$1" != -- ]; do echo "$$" >"$1/cgroup.procs" || exit 74; shift; done
shift
exec "$@"`;

/** Starts the process in a session of its own, so that it outlives the driver. It keeps one process id through all its steps. */
export function launch(options: Launch): ChildProcess {
  const { folder, run, lease, startedAt, groups, logFd, lockFd, program } = options;
  const stdio = ['ignore', logFd, logFd] as ('ignore' | number)[];
  stdio[LOCK_FD] = lockFd;
  const words = ['realm', run, String(lease), String(startedAt), ...groups, '--', ...command(options)];
  return spawn('/bin/sh', ['-c', BEFORE, ...words], { cwd: folder, detached: true, env: program.env, stdio });
}

type KeeperLaunch = Pick<Launch, 'program' | 'bounds' | 'limits' | 'uid' | 'folder' | 'groups'>;

/** Joins the groups, then becomes the command. Arguments: groups …, `--`, command …. */
const BEFORE_KEEPER = `umask 077
ulimit -c 0
while [ "$1" != -- ]; do echo "$$" >"$1/cgroup.procs" || exit 74; shift; done
shift
exec "$@"`;

/** Starts a keeper, which ends when its standard input does: with the driver. */
export function launchKeeper({ program, bounds, limits, uid, folder, groups }: KeeperLaunch): KeeperProcess {
  const { nodePath, keeper, env } = program;
  const words = [...confined(bounds, limits, uid), nodePath, '--max-semi-space-size=4', keeper, folder];
  return spawn('/bin/sh', ['-c', BEFORE_KEEPER, 'keeper', ...groups, '--', ...words], {
    cwd: '/',
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export type KeeperProcess = ChildProcessByStdio<Writable, Readable, Readable>;

const RESERVED_MIB = 560;
/** For the once that a map's land is stored. */
const BESIDE_JAVA_MIB = 96;

/** What the limits, and the user without anything of the driver's, are put on with. */
function confined(bounds: Bounds, limits: RealmLimits, uid: number): string[] {
  const user = bounds.users === null ? ['--no-new-privs'] : userArguments(uid);
  return [...limitArguments(bounds, limits), 'setpriv', ...user];
}

/** The realm-server's command line within its bounds. */
function command({
  program,
  bounds,
  kernel,
  limits,
  uid,
  lease,
  folder,
}: Omit<Launch, 'run' | 'startedAt' | 'groups' | 'logFd' | 'lockFd'>): string[] {
  const { nodePath, entry, execArgv } = program;
  return [
    ...confined(bounds, limits, uid),
    nodePath,
    ...execArgv,
    `--max-old-space-size=${heapMiB(kernel, limits.memoryMiB)}`,
    entry,
    '--dir',
    folder,
    '--lease',
    String(lease),
  ];
}

/**
 * What V8's old generation may take of the realm's memory: the process needs about 50 MiB besides (code, young generation,
 * stacks) and a part that grows with it (buffers of chunks and sockets). Beside a Java server, whose heap has the share, it passes bytes on.
 */
function heapMiB(kernel: KernelName, memoryMiB: number): number {
  if (kernel !== 'sandbox') return BESIDE_JAVA_MIB;
  return Math.max(48, Math.floor((memoryMiB - 48) * 0.8));
}

/**
 * For lack of cgroups. RLIMIT_DATA bounds what is mapped writable, resident or not: in Node 24 that is 560 MiB before any
 * program runs, 512 of them V8's range for code. Hence the addition. RLIMIT_AS would hit far larger reserves. A Java server is a second
 * process and has the same once more, which holds its heap; no more than that bounds it here.
 */
function limitArguments(bounds: Bounds, limits: RealmLimits): string[] {
  const { memory, processes } = describeBounds(bounds);
  const limit: string[] = [];
  if (memory === 'prlimit') limit.push(`--data=${(limits.memoryMiB + RESERVED_MIB) * 1024 * 1024}`);
  if (processes === 'prlimit') limit.push(`--nproc=${limits.processes}`);
  return limit.length === 0 ? [] : ['prlimit', ...limit];
}
