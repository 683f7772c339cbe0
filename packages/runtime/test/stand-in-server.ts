/**
 * A process that speaks the control interface and behaves as the realm's map says: it does at once what the real
 * realm-server does rarely or never. `unknown` is an unknown map; `ends` exits before it answers; `silent` never answers; `unheard` writes to its
 * console's file and shows nobody its console; `stuck` ignores stop and SIGTERM; `chatty` has written a long log; `beating` reports its state 20 times a second; `parent` has a child that would
 * outlive it. Commands: `allocate` uses memory until it is killed, `spin` the processor, `fill`, `fill-unseen` (a deleted file) and `fill-hidden`
 * (in a closed folder) the disk, `fill-files` its inodes, `lock` as many locks of a file as it can, `sockets` 6,400 sockets, `ports` 400 UDP ports;
 * `unsaved` reports that it could not save, `fork` starts up to 200 processes, `fault` makes it exit by itself with 1, after a moment, `look PORT`
 * denies others its lock file and reports what it sees of the machine; anything else is echoed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setInterval } from 'node:timers';
import type { ConsoleLine, RealmEvent, RealmSettings, RealmSpec, RealmState } from '@realmkeep/realm-protocol';

const [, , , dir = '', , tokenText = ''] = process.argv;
const fencingToken = Number(tokenText);
const spec = JSON.parse(readFileSync(join(dir, 'spec.json'), 'utf8')) as RealmSpec;
/** controlDescriptor of control.ts, from which this program imports only types. */
const controlDescriptor = 4;
const readers = new Set<ServerResponse>();
const consoleReaders = new Set<ServerResponse>();
const printed: ConsoleLine[] = [];

if (spec.map === 'unknown') end(65, 'unknown map');
if (spec.map === 'ends') end(1, 'the last words');
takeFencingToken();

const state: RealmState = {
  realmId: spec.realmId,
  lease: fencingToken,
  phase: 'STARTING',
  startedAt: Date.now(),
  slots: spec.settings.slots,
  players: [],
  visitors: [],
  orders: [],
  worlds: [{ name: 'overworld', players: 0 }],
  tps: null,
  emptySince: null,
  lastPlayedAt: null,
  spawn: null,
  unmanagedSince: null,
  unsavedSince: null,
  usedCodes: [],
  resources: { cpu: 0, memoryBytes: process.memoryUsage.rss() },
};

process.on('SIGTERM', () => (spec.map === 'stuck' ? undefined : end(0)));
if (spec.map === 'silent') setInterval(() => undefined, 1000);
else listen();
if (spec.map === 'parent') spawn('sleep', ['1000'], { stdio: 'ignore', detached: true });
if (spec.map === 'beating') setInterval(() => tell({ type: 'state', state }), 50);
if (spec.map === 'unheard') {
  mkdirSync(join(dir, 'logs'), { recursive: true });
  writeFileSync(join(dir, 'logs/console.log'), `${new Date().toISOString()} its only words\n`);
}
if (spec.map === 'chatty') process.stdout.write(`${'x'.repeat(1023)}\n`.repeat(2048));

function listen(): void {
  const server = createServer((request, response) => {
    void answer(`${request.method} ${request.url}`, text(request), response);
  });
  server.listen({ fd: controlDescriptor }, () => {
    setTimeout(() => {
      // It may already be stopping by then.
      if (state.phase !== 'STARTING') return;
      Object.assign(state, { phase: 'READY' });
      tell({ type: 'state', state });
    }, 20);
  });
}

async function answer(call: string, sent: Promise<string>, response: ServerResponse): Promise<void> {
  if (call === 'GET /events') {
    response.writeHead(200);
    readers.add(response);
    response.write(`${JSON.stringify({ type: 'state', state })}\n`);
  } else if (call.startsWith('GET /console?after=') && spec.map === 'unheard') {
    response.destroy();
  } else if (call.startsWith('GET /console?after=')) {
    response.writeHead(200);
    consoleReaders.add(response);
    response.write(`${JSON.stringify(printed.slice(Number(call.split('=')[1])))}\n`);
  } else if (call === 'POST /stop' || call === 'POST /stop-if-empty') {
    response.writeHead(202).end();
    // A stop that is under way goes on.
    if (state.phase !== 'STOPPING') stopWith(0, 20);
  } else if (call === 'POST /command') {
    const { command } = JSON.parse(await sent) as { command: string };
    if (command.length > 256 || command.includes('\n')) return void response.writeHead(400).end();
    response.writeHead(204).end();
    if (command === 'allocate') allocate();
    else if (command === 'fork') fork();
    else if (command === 'spin') spin();
    else if (command === 'lock') spawn('perl', ['-e', locking, join(dir, 'run.log')], { stdio: 'inherit' });
    else if (command === 'sockets') spawn('perl', ['-e', manySockets], { stdio: 'inherit' });
    else if (command === 'ports') spawn('perl', ['-e', manyPorts], { stdio: 'inherit' });
    else if (command === 'unsaved') tellUnsaved();
    else if (command === 'fill-files') fillWithFiles();
    else if (/^fill(-unseen|-hidden)?$/.test(command)) fill(command);
    else if (command === 'fault') stopWith(1, 500);
    else if (command.startsWith('look ')) print(JSON.stringify(await look(Number(command.split(' ')[1]))));
    else print(command);
  } else if (call === 'POST /login-code') {
    response.writeHead(204).end();
  } else if (call === 'POST /spawn') {
    const spawn = JSON.parse(await sent) as NonNullable<RealmState['spawn']>;
    const isInside = Math.abs(spawn.x) <= spec.settings.borderDiameter / 2;
    response.writeHead(isInside ? 204 : 422).end();
    if (isInside) Object.assign(state, { spawn });
    tell({ type: 'state', state });
  } else if (call === 'PATCH /settings') {
    const { slots = null } = JSON.parse(await sent) as Partial<RealmSettings>;
    response.writeHead(200).end(JSON.stringify({ applied: ['slots'], atNextStart: [] }));
    Object.assign(state, { slots });
    tell({ type: 'state', state });
  } else {
    response.writeHead(404).end();
  }
}

function stopWith(code: number, afterMs: number): void {
  Object.assign(state, { phase: 'STOPPING' });
  tell({ type: 'state', state });
  if (spec.map !== 'stuck') setTimeout(() => end(code), afterMs);
}

function tell(event: RealmEvent): void {
  for (const reader of readers) reader.write(`${JSON.stringify(event)}\n`);
}

function print(text: string): void {
  const line = { n: printed.length + 1, at: Date.now(), text };
  printed.push(line);
  for (const reader of consoleReaders) reader.write(`${JSON.stringify([line])}\n`);
}

/** Allocates outside V8's heap, which has its own limit. */
function allocate(): void {
  const kept: Buffer[] = [];
  setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 1);
}

function tellUnsaved(): void {
  state.unsavedSince = Date.now();
  tell({ type: 'state', state });
  print('unsaved');
}

/** Writes as fast as it can while it still answers; prints once the error it is refused with. */
function fill(command: string): void {
  const folder = join(dir, 'much');
  mkdirSync(folder);
  const path = join(folder, 'more');
  const file = openSync(path, 'w');
  if (command === 'fill-unseen') rmSync(path);
  if (command === 'fill-hidden') chmodSync(folder, 0);
  const block = Buffer.alloc(4 * 1024 * 1024, 1);
  let refused: string | undefined;
  setInterval(() => {
    try {
      writeSync(file, block);
    } catch (error) {
      if (refused === undefined) print((refused = `errno ${(error as NodeJS.ErrnoException).errno}`));
    }
  }, 1);
}

function fillWithFiles(): void {
  const folder = join(dir, 'many');
  mkdirSync(folder);
  let made = 0;
  setInterval(() => {
    try {
      for (let file = 0; file < 100; file += 1) writeFileSync(join(folder, String(made++)), '');
    } catch {
      // The disk is full.
    }
  }, 1);
}

/** Prints the number of processes at which it reached its limit. */
function fork(started = 0): void {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  child.once('spawn', () => (started === 200 ? print('no limit') : fork(started + 1)));
  child.once('error', () => print(`limited at ${started}`));
}

/** What it sees of the machine, and what it may do. */
async function look(port: number): Promise<Sight> {
  const calls = callNumbers[process.arch === 'arm64' ? 'arm64' : 'x64'];
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').then(
    () => 'connected',
    (error: NodeJS.ErrnoException) => String(error.code),
  );
  socket.destroy();
  const leading = list('/proc/1/fd').filter(leadsOut);
  closeLock();
  return {
    uid: process.getuid?.() ?? -1,
    connected,
    networks: readFileSync('/proc/net/dev', 'utf8').match(/\w+(?=:)/g) ?? [],
    processes: list('/proc').filter((name) => /^\d+$/.test(name)).length,
    root: list('/'),
    etc: list('/etc'),
    beside: list(dirname(dir)),
    descriptors: list('/proc/self/fd').filter((fd) => existsSync(`/proc/self/fd/${fd}`) && Number(fd) > 5).length,
    leading,
    written: ['/', '/usr', '/etc', '/dev', '/tmp', dir].filter((path) => canWrite(join(path, 'look'))),
    oomScore: canWrite('/proc/self/oom_score_adj'),
    openFiles: Number(/^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]),
    namespace: spawnSync('unshare', ['-U', 'true']).status,
    errors: spawnSync('perl', ['-e', systemCalls, ...calls.map(String)], { encoding: 'utf8' }).stdout,
  };
}

/** Locks every second byte of the file with a separate lock, and keeps the locks. Source: struct flock in fcntl(2) */
const locking =
  'use Fcntl; open(F, "+>>", $ARGV[0]); fcntl(F, F_SETLK, pack("ssx4qqlx4", F_WRLCK, 0, 2 * $_, 1, 0)) for 1 .. 200000; sleep 1000';

/** Opens sockets in sixteen processes, a few hundred each, which is too few to fill its memory. */
const manySockets =
  'use Socket; fork for 1 .. 4; for (1 .. 400) { socket(my $s, AF_INET6, SOCK_DGRAM, 0); push @all, $s } sleep 1000';
/** Opens UDP sockets, each on its own port. */
const manyPorts =
  'use Socket; for (1 .. 400) { socket(my $s, AF_INET6, SOCK_DGRAM, 0); bind($s, pack_sockaddr_in6(0, "\\0" x 16)); push @all, $s } sleep 1000';

/** Prints the error number of each system call, made with up to three arguments and zeros for the rest. */
const systemCalls =
  'for (@ARGV) { my @c = map { $_ + 0 } split /,/; $! = 0; syscall($c[0], $c[1] || 0, $c[2] || 0, $c[3] || 0, 0, 0); print $! + 0, " " }';
/**
 * ptrace, keyctl, userfaultfd, open_by_handle_at, io_setup, seccomp, clone3, io_uring_setup, and socket, of no family at all and netlink's;
 * SO_ATTACH_FILTER, SO_TIMESTAMPING, TCP_MD5SIG, UDP_CORK, IPV6_2292PKTOPTIONS, PR_SET_SECCOMP and F_OFD_SETLK; fsetxattr and setxattrat;
 * and a socket of UDP-Lite, and sendmsg with MSG_MORE.
 */
const callNumbers = {
  x64: [
    101,
    250,
    323,
    304,
    206,
    317,
    435,
    425,
    41,
    '41,16,3',
    ...optionsBy(54),
    '157,22',
    '72,0,37',
    190,
    463,
    '41,2,2,136',
    '46,0,0,32768',
  ],
  arm64: [
    117,
    219,
    282,
    265,
    0,
    277,
    435,
    425,
    198,
    '198,16,3',
    ...optionsBy(208),
    '167,22',
    '25,0,37',
    7,
    463,
    '198,2,2,136',
    '211,0,0,32768',
  ],
};

function optionsBy(setsockopt: number): string[] {
  return ['1,26', '1,37', '6,14', '17,1', '41,6'].map((option) => `${setsockopt},0,${option}`);
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Whether the descriptor allows writing the machine's files or walking its folders, as /proc reopens them. Its log is its own. */
function leadsOut(descriptor: string): boolean {
  const path = `/proc/1/fd/${descriptor}`;
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile() || file.ino === statSync(join(dir, 'run.log')).ino) return file?.isDirectory() ?? false;
  try {
    closeSync(openSync(path, 'r+'));
    return true;
  } catch {
    return false;
  }
}

/** Matters where all realms run as the same user. */
function closeLock(): void {
  try {
    chmodSync('/proc/1/fd/3', 0);
  } catch {
    // It belongs to another user.
  }
}

function canWrite(path: string): boolean {
  try {
    writeFileSync(path, '');
    return true;
  } catch {
    return false;
  }
}

export interface Sight {
  uid: number;
  /** The result of connecting to the port on loopback. */
  connected: string;
  networks: string[];
  processes: number;
  root: string[];
  etc: string[];
  /** What it sees in the folder that contains its own. */
  beside: string[];
  /** The number of open descriptors that it was not given. */
  descriptors: number;
  /** Descriptors of its first process that lead out of its folder. */
  leading: string[];
  written: string[];
  /** Whether it can set its own OOM score. */
  oomScore: boolean;
  /** The limit of open files. */
  openFiles: number;
  /** The exit code of a program that asks for a user namespace. */
  namespace: number | null;
  errors: string;
}

/** Uses the processor in slices, so that it still answers. */
function spin(): void {
  const until = performance.now() + 50;
  while (performance.now() < until);
  setImmediate(spin);
}

function takeFencingToken(): void {
  const path = join(dir, 'world', 'lease');
  mkdirSync(join(dir, 'world'), { recursive: true });
  let seen = 0;
  try {
    seen = Number(readFileSync(path, 'utf8'));
  } catch {
    // Missing at the first start.
  }
  if (fencingToken <= seen) end(76, `fencing token ${fencingToken} refused`);
  writeFileSync(path, String(fencingToken));
}

function end(code: number, words = ''): never {
  if (words !== '') process.stderr.write(`${words}\n`);
  process.exit(code);
}
