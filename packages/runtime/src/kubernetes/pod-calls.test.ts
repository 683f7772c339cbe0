import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callAddress, callFromPod, type PodCall } from '../pod/call-from-pod.ts';
import { deriveHostKey } from '../remote/host-key.ts';
import { servePodCalls, type ServedCalls } from './pod-calls.ts';

const installationKey = 'the installation’s key';
const address = '127.0.0.1';
const [farm, castle] = ['9f3c7a10-0000-4000-8000-000000000001', '9f3c7a10-0000-4000-8000-000000000002'];
const realms = new Map([
  ['secret-of-farm', farm],
  ['secret-of-castle', castle],
]);
const key = deriveHostKey(installationKey, 'secret-of-farm');

let folder: string;
let calls: ServedCalls;
let hellos: string[];
/** Called when a door is requested that does not exist. */
let open: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-doors-'));
  hellos = [];
  open = async () => undefined;
  calls = await servePodCalls({
    address,
    port: 0,
    installationKey,
    realmOf: (secret) => realms.get(secret) ?? null,
    onHello: (realmId, at) => void hellos.push(`${realmId} at ${at}`),
    doors: { host: address, folder, open: () => open() },
  });
});
afterEach(async () => {
  calls.close();
  await rm(folder, { recursive: true });
});

function called(call: PodCall, by = key, from?: string): TLSSocket {
  return callFromPod(callAddress(address, calls.port), by, call, from).on('error', () => undefined);
}

/** @returns the answer */
async function hello(from: string, says: string, by = key): Promise<string> {
  const socket = called('hello', by, from);
  socket.write(says);
  return text(socket).catch(() => 'broken off');
}

/** The door of a realm, which answers with the realm and what it received. */
async function doorOf(realmId: string): Promise<Server> {
  await mkdir(join(folder, realmId));
  const server = createServer((socket) =>
    socket.once('data', (said) => socket.end(`${realmId} heard ${String(said)}`)),
  );
  server.listen(join(folder, realmId, '.s.PGSQL.5432'));
  await once(server, 'listening');
  return server;
}

test('a pod is heard by its own key, at the address that it has', async () => {
  expect(await hello('127.0.0.7', '127.0.0.7')).toBe('heard');
  expect(hellos).toEqual([`${farm} at 127.0.0.7`]);
});

test('nobody is heard who has not its key, nor with it at an address that is another’s, nor once it is over', async () => {
  const others = deriveHostKey(installationKey, 'secret-of-castle');
  expect(await hello('127.0.0.7', '127.0.0.7', { ...others, hostId: key.hostId })).toBe('broken off');
  expect(await hello('127.0.0.7', '127.0.0.8')).not.toBe('heard');
  expect(await hello('127.0.0.7', '127.0.0.7', deriveHostKey(installationKey, 'secret-of-before'))).not.toBe('heard');
  expect(hellos).toEqual([]);
  // With its own key it speaks only for itself.
  expect(await hello('127.0.0.7', '127.0.0.7', others)).toBe('heard');
  expect(hellos).toEqual([`${castle} at 127.0.0.7`]);
});

test('a pod is led to its own realm’s database, whatever it says, and nobody to one without the key', async () => {
  await using _castle = await doorOf(castle);
  await using stack = new AsyncDisposableStack();
  // A door that is created only when it is requested.
  open = async () => void stack.use(await doorOf(farm));
  const socket = called('database');
  socket.write(`let me into ${castle}`);
  expect(await text(socket)).toBe(`${farm} heard let me into ${castle}`);

  const stranger = called('database', deriveHostKey('another key', key.hostId));
  stranger.write('let me in');
  expect(await text(stranger).catch(() => 'broken off')).toBe('broken off');
});

test('a pod without a database that asks for its door again and again makes no work', async () => {
  let opened = 0;
  open = async () => void (opened += 1);
  for (let asked = 0; asked < 20; asked += 1) {
    const socket = called('database');
    await once(socket, 'secureConnect');
    // This hello was processed after that.
    expect(await hello('127.0.0.7', '127.0.0.7')).toBe('heard');
    socket.destroy();
  }
  expect(opened).toBeLessThan(10);
});

test('a pod that vanishes while it waits for its realm’s door has no connection behind it', async () => {
  await using stack = new AsyncDisposableStack();
  const [wanted, opening] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const led = Promise.withResolvers<Socket>();
  open = async () => {
    wanted.resolve();
    await opening.promise;
    stack.use(await doorOf(farm)).once('connection', led.resolve);
  };
  const between = stack.use(createServer()).listen(0, address);
  await once(between, 'listening');
  const { port } = between.address() as AddressInfo;
  const met = once(between, 'connection') as Promise<[Socket]>;
  const pod = callFromPod(callAddress(address, port), key, 'database').on('error', () => undefined);
  const [near] = await met;
  const far = connect(calls.port, address);
  near.pipe(far).pipe(near);
  await Promise.all([wanted.promise, once(pod, 'secureConnect')]);
  far.resetAndDestroy();
  for (const socket of [near, pod]) socket.destroy();
  // This hello was processed after everything before it.
  expect(await hello('127.0.0.7', '127.0.0.7')).toBe('heard');
  opening.resolve();
  await once((await led.promise).resume(), 'close');
});

test('a pod has so many connections at once', async () => {
  await using _farm = await doorOf(farm);
  const sockets = Array.from({ length: 17 }, () => called('database').resume());
  await new Promise((resolve) => sockets.forEach((socket) => socket.once('close', resolve)));
  expect(sockets.filter(({ closed }) => closed)).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
});

test('connections of one address that say nothing leave room for those of others', async () => {
  const silent = Array.from({ length: 40 }, () =>
    connect({ host: address, port: calls.port, localAddress: '127.0.0.9' }).on('error', () => undefined),
  );
  // Those above its share are closed at once.
  await Promise.all(silent.slice(32).map((socket) => once(socket, 'close')));
  expect(silent.slice(0, 32).filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(await hello('127.0.0.9', '127.0.0.9')).not.toBe('heard');
  expect(await hello('127.0.0.7', '127.0.0.7')).toBe('heard');
  for (const socket of silent) socket.destroy();
});
