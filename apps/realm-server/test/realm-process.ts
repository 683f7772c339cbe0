import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { encodeProxyV2 } from '@realmkeep/protocol';
import {
  type ConsoleLine,
  plainSettings,
  type RealmEvent,
  type RealmSettings,
  type RealmSpec,
  type RealmState,
} from '@realmkeep/realm-protocol';
import { giveUnix } from '@realmkeep/sockets';
import { inject, onTestFinished } from 'vitest';
import launch from '../launch.json' with { type: 'json' };

/** Generous for a busy machine, as tests wait for events. */
const defaultDeadlineMs = 40_000;
const realmId = '7f3c1b52-6a0e-4a58-9d13-6f5b1c2d3e4f';

/** V8's share of the 256 MiB of `makeRealmFolder`, in MiB, as the local driver computes it (packages/runtime/src/local/process/launch.ts). */
const heapMib = 166;

/** Where a proxy would say that the players are. */
export const playerAddress = '203.0.113.7';

/** A realm's folder. Creatures do not spawn by themselves, unless requested. */
export function makeRealmFolder(settings: Partial<RealmSettings> = {}, spec: Partial<RealmSpec> = {}): string {
  const dir = mkdtempSync(join(inject('realmsFolder'), 'realm-'));
  const whole: RealmSpec = {
    realmId: realmId,
    number: 1,
    kernel: 'sandbox',
    map: 'meadow',
    settings: { ...plainSettings, mobSpawning: false, ...settings },
    limits: { memoryMiB: 256, cores: 1, processes: 32 },
    ...spec,
  };
  writeFileSync(join(dir, 'spec.json'), JSON.stringify(whole));
  return dir;
}

/** A running realm-server, seen from outside. */
export interface RealmProcess {
  dir: string;
  child: ChildProcess;
  /** The path of the socket of its control interface, and that of its players. */
  controlSocket: string;
  gameSocket: string;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  state(): Promise<RealmState>;
  /** Waits until a line of the console holds the text. */
  consoleLine(text: string): Promise<string>;
  /** What the console has said so far. */
  printed(): string[];
  /** Waits for a state that the condition holds for. */
  stateWhere(condition: (state: RealmState) => boolean): Promise<RealmState>;
  /** Waits for the end, which it does not bring about. */
  ended(): Promise<{ code: number | null; stderr: string }>;
}

/** Their paths, of one start: beside the realm's folder. */
interface Sockets {
  control: string;
  game: string;
}

let starts = 0;

/** Starts the process. It is killed when the test is over. */
export async function spawnRealm(
  dir: string,
  fencingToken: number,
): Promise<{ child: ChildProcess; sockets: Sockets; stderr: () => string }> {
  const flags = [...launch.execArgv, `--max-old-space-size=${heapMib}`];
  const args = [...flags, inject('realmServer'), '--dir', dir, '--lease', String(fencingToken)];
  const sockets = { control: `${dir}.control-${++starts}`, game: `${dir}.game-${starts}` };
  const child = giveUnix(sockets.control, { mode: 0o600 }, (controlDescriptor) =>
    giveUnix(sockets.game, { mode: 0o600 }, (gameDescriptor) =>
      spawn(process.execPath, args, {
        env: launch.env,
        stdio: ['ignore', 'ignore', 'pipe', 'ignore', controlDescriptor, gameDescriptor],
      }),
    ),
  );
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-4096);
  });
  return { child, sockets, stderr: () => stderr };
}

/** Starts a realm and waits until players can join. */
export async function startRealm(dir: string, fencingToken = 1): Promise<RealmProcess> {
  const { child, sockets, stderr } = await spawnRealm(dir, fencingToken);
  const { control: controlSocket, game: gameSocket } = sockets;
  const events: RealmEvent[] = [];
  const call: RealmProcess['call'] = (method, path, body) => callSocket(controlSocket, method, path, body);
  void collect(await call('GET', '/events'), (event) => events.push(event as RealmEvent));
  const printed: ConsoleLine[] = [];
  void collect(await call('GET', '/console?after=0'), (lines) => printed.push(...(lines as ConsoleLine[])));
  const stateWhere: RealmProcess['stateWhere'] = (condition) =>
    until(() => {
      const last = events.at(-1);
      return last && condition(last.state) ? last.state : null;
    });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the realm ended with ${child.exitCode}: ${stderr()}`);
  });
  await Promise.race([stateWhere((state) => state.phase === 'READY'), ended]);
  ended.catch(() => undefined);
  return {
    dir,
    child,
    controlSocket,
    gameSocket,
    call,
    stateWhere,
    state: async () => (await (await call('GET', '/state')).json()) as RealmState,
    printed: () => printed.map(({ text }) => text),
    consoleLine: (text) => until(() => printed.find((line) => line.text.includes(text))?.text ?? null),
    async ended() {
      if (child.exitCode === null && child.signalCode === null) {
        await once(child, 'exit', { signal: AbortSignal.timeout(defaultDeadlineMs) });
      }
      return { code: child.exitCode, stderr: stderr() };
    },
  };
}

/** One line of the realm's console. */
export async function command(realm: RealmProcess, line: string): Promise<void> {
  await realm.call('POST', '/command', { command: line });
}

/** Waits until a socket has closed, for any reason: `once` rejects when a closed socket is written to. */
export const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.on('error', () => undefined).once('close', () => resolve()));

/** Connects to the game port as the gateway does. */
export async function connectThroughProxy(gameSocket: string): Promise<Socket> {
  const socket = connect(gameSocket);
  await once(socket, 'connect');
  const source = { host: playerAddress, port: 40_000 };
  socket.write(encodeProxyV2({ source, destination: { host: '127.0.0.1', port: 25_565 } }));
  return socket;
}

/** Asks until the answer is not null, or the deadline has passed. */
export async function until<T>(ask: () => T | null | Promise<T | null>, deadlineMs = defaultDeadlineMs): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > deadline) throw new Error(`nothing came of: ${ask.toString()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/** One call over a unix socket. */
async function callSocket(socketPath: string, method: string, path: string, body?: unknown): Promise<Response> {
  const call = request({ socketPath, method, path, agent: false });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  call.on('error', () => undefined);
  const status = answer.statusCode ?? 500;
  if (status === 204) answer.resume();
  return new Response(status === 204 ? null : (Readable.toWeb(answer) as ReadableStream), { status });
}

async function collect(response: Response, take: (value: unknown) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') take(JSON.parse(line));
    }
  } catch {
    // The process was killed.
  }
}
