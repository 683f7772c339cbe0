import { spawn, type ChildProcess, type ChildProcessByStdio, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import type { Duplex, Readable, Writable } from 'node:stream';
import { controlDescriptor, gameDescriptor, type KernelName, type RealmLimits } from '@realmkeep/realm-protocol';
import { fileAgentDescriptor } from '../../file-agent/file-agent-call.ts';
import type { FoundDrawing, GivenDrawing } from '../../file-agent/land/draw-picture.ts';
import { describeBounds, type Bounds } from '../bounds/enforcement.ts';
import { realmLockFd } from './process-identity.ts';
import { userArguments } from '../user/user-arguments.ts';
import { giveFilter, type Room, wallArguments } from '../bounds/walls.ts';

/** How a realm-server is run, from the app's own launch.json and the operator's node. */
export interface ServerProgram {
  nodePath: string;
  /** The program's file. */
  entry: string;
  /** The file agent's program. */
  fileAgent: string;
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
  fencingToken: number;
  room: Room;
  /** Where it finds the door to its database; null: nowhere. */
  databaseDoor: string | null;
  /** Folders of cgroups to join. */
  groups: readonly string[];
  logFd: number;
  lockFd: number;
  /** A file to which bwrap writes the id of the process it created: with a pipe, a killed reader would end it. */
  infoFd: number;
  controlFd: number;
  gameFd: number;
}

/** Its descriptors: for the signal to go on, for its process id, and for the filter of system calls. */
const [goFd, bwrapInfoFd, filterFd] = [6, 7, 8];
/** Of all processes of the machine, realms' are the first to be killed when its memory is used up: proc(5), oom_score_adj. */
const oomScore = 800;

/** Polled files take a table in the kernel for each thread: this many were Linux's limit for decades. */
const openFiles = 4096;

/** Joins the groups, then becomes the command. Arguments: groups …, `--`, command …. */
const before = `umask 077
ulimit -c 0
ulimit -n ${openFiles} 2>/dev/null
echo ${oomScore} 2>/dev/null >/proc/self/oom_score_adj
while [ "$1" != -- ]; do echo "$$" >"$1/cgroup.procs" || exit 74; shift; done
shift
exec "$@"`;

/** Runs within the walls. Reports that it waits for the driver, without which it ends; then executes the command in the folder. */
const whenTold = `echo ready >&${goFd} && read -r _ <&${goFd} || exit 74
exec ${goFd}<&-
cd "$1" || exit 74
shift
exec "$@"`;

/** A realm's process that waits for the signal to go on. */
export interface Launched {
  /** What this process started, which ends as the realm's process does. */
  child: ChildProcess;
  /** Whether it got that far. */
  waits: Promise<boolean>;
  goOn: () => void;
}

/** Starts the process in a session of its own, so that it outlives the driver. It keeps one process id through all its steps. */
export function launch(options: Launch): Launched {
  const { bounds, room, groups, logFd, lockFd, infoFd, controlFd, gameFd, program } = options;
  const { walls } = bounds;
  const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', logFd, logFd];
  stdio[realmLockFd] = lockFd;
  stdio[controlDescriptor] = controlFd;
  stdio[gameDescriptor] = gameFd;
  stdio[goFd] = 'pipe';
  if (walls) stdio.push(infoFd, 'pipe');
  const args = [...confined(options, { filter: filterFd, info: bwrapInfoFd }), '/bin/sh', '-c', whenTold, 'realm'];
  const command = [...args, room.folder, ...serverCommand({ ...options, folder: room.folder })];
  const child = spawn('/bin/sh', ['-c', before, 'realm', ...groups, '--', ...command], {
    cwd: '/',
    detached: true,
    env: program.env,
    stdio,
  });
  child.on('error', () => undefined);
  // For lack of processes or descriptors: `error` follows, and there are no streams.
  if (child.pid === undefined) return { child, waits: Promise.resolve(false), goOn: () => undefined };
  if (walls) giveFilter(child, filterFd, walls.filter);
  const go = child.stdio[goFd] as unknown as Duplex;
  go.on('error', () => undefined);
  return { child, waits: waits(child, go), goOn: () => void go.resume().end('\n') };
}

/** Whether it got as far as waiting; it may end before. */
async function waits(child: ChildProcess, go: Duplex): Promise<boolean> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const told = once(go, 'data', { signal }).then(() => true);
    return await Promise.race([told, once(child, 'exit', { signal }).then(() => false)]);
  } finally {
    over.abort();
  }
}

type FileAgentLaunch = Pick<Launch, 'program' | 'bounds' | 'limits' | 'uid' | 'room' | 'groups'> & {
  socketFd: number;
  /** The time before which incomplete files in the folder are abandoned, in milliseconds since the epoch. */
  until: number;
};

/** Starts a file agent, which ends when its standard input does: with the driver. */
export function launchFileAgent(options: FileAgentLaunch): FileAgentProcess {
  const { program, bounds, room, groups, socketFd, until } = options;
  const { env } = program;
  const filter = fileAgentDescriptor + 1;
  const command = [
    ...confined(options, { filter, info: null }),
    ...fileAgentCommand(program, String(until), room.folder),
  ];
  const stdio = ['pipe', 'pipe', 'pipe', socketFd, ...(bounds.walls ? ['pipe'] : [])] as StdioOptions;
  const args = ['-c', before, 'file-agent', ...groups, '--', ...command];
  const child = spawn('/bin/sh', args, { cwd: '/', env, stdio }) as FileAgentProcess;
  if (bounds.walls) giveFilter(child, filter, bounds.walls.filter);
  return child;
}

type DrawingLaunch = Omit<FileAgentLaunch, 'socketFd' | 'until'> & GivenDrawing;

/** Starts a process that draws the regions that it is given open, and ends. */
export function launchDrawing(options: DrawingLaunch): FileAgentProcess {
  const { program, bounds, groups, x, z, regions } = options;
  const filter = firstRegionFd + regions.length;
  const order = { x, z, regions: regions.map((region, i) => ({ ...region, fd: firstRegionFd + i })) };
  const { env } = program;
  const command = [...confined(options, { filter, info: null }), ...drawCommand(program, order)];
  const stdio = ['pipe', 'pipe', 'pipe', ...regions.map(({ fd }) => fd), ...(bounds.walls ? ['pipe'] : [])];
  const args = ['-c', before, 'drawing', ...groups, '--', ...command];
  const child = spawn('/bin/sh', args, { cwd: '/', env, stdio: stdio as StdioOptions }) as FileAgentProcess;
  if (bounds.walls) giveFilter(child, filter, bounds.walls.filter);
  return child;
}

/** After standard input, output and error. */
const firstRegionFd = 3;

export type FileAgentProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** What processes of a realm see of the machine besides its folder. */
export function programFiles({ nodePath, entry, fileAgent }: ServerProgram): string[] {
  return [nodePath, dirname(entry), dirname(fileAgent)];
}

/** Otherwise any process of the same user could take over the process: SIGUSR1 starts Node's inspector. */
const noInspector = '--disable-sigusr1';
const reservedMib = 560;
/** For the once that a map's land is stored. */
const besideJavaMib = 96;

/** What the limits, the walls, and the user without anything of the driver's, are put on with. */
function confined(
  { bounds, limits, uid, room }: Pick<Launch, 'bounds' | 'limits' | 'uid' | 'room'>,
  descriptors: { filter: number; info: number | null },
): string[] {
  const user = bounds.users === null ? ['--no-new-privs'] : userArguments(uid);
  const { walls } = bounds;
  if (!walls) return [...limitArguments(bounds, limits), 'setpriv', ...user];
  const around = wallArguments(walls, room, descriptors);
  // Its parent is bwrap, which has no other child.
  const enter = room.network === null ? [] : ['nsenter', `--net=${room.network}`, '--'];
  return [...limitArguments(bounds, limits), ...enter, ...around, 'setpriv', ...user, '--pdeathsig', 'KILL'];
}

/** Beside the realm's own: a realm that is at its limits can still be looked into. */
export const fileAgentLimits = { memoryMiB: 192, cores: 1, processes: 32 };

export function fileAgentCommand({ nodePath, fileAgent }: ServerProgram, ...args: string[]): string[] {
  return [nodePath, noInspector, '--max-semi-space-size=4', fileAgent, ...args];
}

/** Has the file agent's program draw a picture, and end. */
export function drawCommand(program: ServerProgram, drawing: GivenDrawing | FoundDrawing): string[] {
  return fileAgentCommand(program, '--draw', JSON.stringify(drawing));
}

type ServerCommand = Pick<Launch, 'program' | 'kernel' | 'limits' | 'fencingToken' | 'databaseDoor'> & {
  folder: string;
};

/** The realm-server's command line. */
export function serverCommand({
  program,
  kernel,
  limits,
  fencingToken,
  folder,
  databaseDoor,
}: ServerCommand): string[] {
  const { nodePath, entry, execArgv } = program;
  const heap = `--max-old-space-size=${heapMiB(kernel, limits.memoryMiB)}`;
  const door = databaseDoor === null ? [] : ['--database-door', databaseDoor];
  return [nodePath, noInspector, ...execArgv, heap, entry, '--dir', folder, '--lease', String(fencingToken), ...door];
}

/**
 * What V8's old generation may take of the realm's memory: the process needs about 50 MiB besides (code, young generation,
 * stacks) and a part that grows with it (buffers of chunks and sockets). Beside a Java server, whose heap has the share, it passes bytes on.
 */
function heapMiB(kernel: KernelName, memoryMiB: number): number {
  if (kernel !== 'sandbox') return besideJavaMib;
  return Math.max(48, Math.floor((memoryMiB - 48) * 0.8));
}

/**
 * Used without cgroups. RLIMIT_DATA bounds writable mappings, resident or not: in Node 24 that is 560 MiB before any
 * program runs, 512 of them V8's code range, which is added. RLIMIT_AS would hit far larger reservations. A Java server is a second
 * process with the same limit, which bounds its heap; nothing else bounds it here.
 */
function limitArguments(bounds: Bounds, limits: RealmLimits): string[] {
  const { memory, processes } = describeBounds(bounds);
  const limit: string[] = [];
  if (memory === 'prlimit') limit.push(`--data=${(limits.memoryMiB + reservedMib) * 1024 * 1024}`);
  if (processes === 'prlimit') limit.push(`--nproc=${limits.processes}`);
  return limit.length === 0 ? [] : ['prlimit', ...limit];
}
