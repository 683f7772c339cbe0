/**
 * A process that speaks the control interface and behaves as the realm's map says: it does at once what the real
 * realm-server does seldom or never. `unknown` is no map; `ends` ends before it can be asked; `silent` is never to be asked;
 * `stuck` does not stop, nor by SIGTERM; `chatty` has written much to its log; `beating` tells its state 20 times a second; `parent` has a child that would outlive it.
 * Commands: `allocate` takes memory until it is killed, `spin` takes the processor, `fork` starts processes up to 200, `fault`
 * ends it by itself, with 1 and not at once, anything else is said back.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setInterval } from 'node:timers';
import type { ConsoleLine, ControlFile, RealmEvent, RealmSettings, RealmSpec, RealmState } from '../src/control.ts';

const [, , , dir = '', , leaseText = ''] = process.argv;
const lease = Number(leaseText);
const spec = JSON.parse(readFileSync(join(dir, 'spec.json'), 'utf8')) as RealmSpec;
const token = randomBytes(32).toString('hex');
const readers = new Set<ServerResponse>();
const consoleReaders = new Set<ServerResponse>();
const printed: ConsoleLine[] = [];

if (spec.map === 'unknown') end(65, 'unknown map');
if (spec.map === 'ends') end(1, 'the last words');
takeLease();

const state: RealmState = {
  realmId: spec.realmId,
  lease,
  phase: 'STARTING',
  gamePort: null,
  startedAt: Date.now(),
  slots: spec.settings.slots,
  players: [],
  worlds: [{ name: 'overworld', players: 0 }],
  tps: null,
  emptySince: null,
  unmanagedSince: null,
  resources: { cpu: 0, memoryBytes: process.memoryUsage.rss() },
};

process.on('SIGTERM', () => (spec.map === 'stuck' ? undefined : end(0)));
if (spec.map === 'silent') setInterval(() => undefined, 1000);
else listen();
if (spec.map === 'parent') spawn('sleep', ['1000'], { stdio: 'ignore', detached: true });
if (spec.map === 'beating') setInterval(() => tell({ type: 'state', state }), 50);
if (spec.map === 'chatty') process.stdout.write(`${'x'.repeat(1023)}\n`.repeat(2048));

function listen(): void {
  const server = createServer((request, response) => {
    void answer(`${request.method} ${request.url}`, request.headers.authorization, text(request), response);
  });
  server.listen(0, '127.0.0.1', () => {
    const { port: controlPort } = server.address() as AddressInfo;
    const file: ControlFile = { pid: process.pid, processStart: processStart(), controlPort, token, lease };
    writeFileSync(join(dir, 'control.new'), JSON.stringify(file), { mode: 0o600 });
    renameSync(join(dir, 'control.new'), join(dir, 'control.json'));
    setTimeout(() => {
      Object.assign(state, { phase: 'READY', gamePort: controlPort });
      tell({ type: 'state', state });
    }, 20);
  });
}

async function answer(
  call: string,
  authorization: string | undefined,
  sent: Promise<string>,
  response: ServerResponse,
): Promise<void> {
  if (authorization !== `Bearer ${token}`) {
    response.writeHead(401).end();
  } else if (call === 'GET /events') {
    response.writeHead(200);
    readers.add(response);
    response.write(`${JSON.stringify({ type: 'state', state })}\n`);
  } else if (call.startsWith('GET /console?after=')) {
    response.writeHead(200);
    consoleReaders.add(response);
    response.write(`${JSON.stringify(printed.slice(Number(call.split('=')[1])))}\n`);
  } else if (call === 'POST /stop' || call === 'POST /stop-if-empty') {
    response.writeHead(202).end();
    // One that stops already stops as it would.
    if (state.phase !== 'STOPPING') stopWith(0, 20);
  } else if (call === 'POST /command') {
    const { command } = JSON.parse(await sent) as { command: string };
    if (command.length > 256 || command.includes('\n')) return void response.writeHead(400).end();
    response.writeHead(204).end();
    if (command === 'allocate') allocate();
    else if (command === 'fork') fork();
    else if (command === 'spin') spin();
    else if (command === 'fault') stopWith(1, 500);
    else print(command);
  } else if (call === 'POST /login-code') {
    response.writeHead(204).end();
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
  Object.assign(state, { phase: 'STOPPING', gamePort: null });
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

/** Outside of V8's heap, which has a limit of its own. */
function allocate(): void {
  const kept: Buffer[] = [];
  setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 1);
}

/** Says with how many processes it came to its limit. */
function fork(started = 0): void {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  child.once('spawn', () => (started === 200 ? print('no limit') : fork(started + 1)));
  child.once('error', () => print(`limited at ${started}`));
}

/** In slices, so that it goes on answering. */
function spin(): void {
  const until = performance.now() + 50;
  while (performance.now() < until);
  setImmediate(spin);
}

function takeLease(): void {
  const path = join(dir, 'world', 'lease');
  mkdirSync(join(dir, 'world'), { recursive: true });
  let seen = 0;
  try {
    seen = Number(readFileSync(path, 'utf8'));
  } catch {
    // The first start.
  }
  if (lease <= seen) end(76, `lease ${lease} refused`);
  writeFileSync(path, String(lease));
}

function processStart(): string {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function end(code: number, words = ''): never {
  if (words !== '') process.stderr.write(`${words}\n`);
  process.exit(code);
}
