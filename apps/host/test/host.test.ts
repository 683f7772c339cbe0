import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { encodeHandshake, encodeProxyV2, encodeStatusRequest, proveGateway } from '@realmkeep/protocol';
import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import type { ObservedState, RealmEndpoint } from '@realmkeep/runtime';
import { liveKernels } from '@realmkeep/runtime/fake';
import { deriveHostKey, Fleet, javaPath, writeHostKey } from '@realmkeep/runtime/remote';
import { freePort } from '@realmkeep/testkit/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Builder {
  buildStandInJar: (folder: string) => Promise<string>;
}

const builder = new URL('../../fake-providers/src/kernels/build-stand-in-jar.ts', import.meta.url).href;
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const realmServerDir = fileURLToPath(new URL('../../realm-server', import.meta.url));
const key = deriveHostKey('the installation’s key', randomUUID());
const quota = { bytes: 64 * 1024 * 1024, files: 400 };
const spec: RealmSpec = {
  realmId: randomUUID(),
  number: 1,
  kernel: 'sandbox',
  map: 'meadow',
  settings: plainSettings,
  limits: { memoryMiB: 512, cores: 1, processes: 64 },
};
const { realmId } = spec;

let dataDir: string;
/** Of the api's machine. */
let databaseDoors: string;
let port: number;
let gamePort: number;
let host: ChildProcess;
let fleet: Fleet;
/** What the host has logged. */
const logged: string[] = [];

/** The process as the supervisor starts it. */
async function startHost(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: '/usr/bin:/bin',
      DATA_DIR: dataDir,
      REALM_SERVER_DIR: realmServerDir,
      HOST: '127.0.0.1',
      HOST_KEY: writeHostKey(key),
      HOST_PORT: String(port),
      HOST_GAME_PORT: String(gamePort),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  createInterface(child.stdout ?? Readable.from([])).on('line', (line) => void logged.push(line));
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the host has ended with ${code}`)));
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return child;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-host-'));
  await chmod(dataDir, 0o711);
  databaseDoors = await mkdtemp(join(tmpdir(), 'realmkeep-doors-'));
  [port, gamePort] = [await freePort(), await freePort()];
  host = await startHost();
  const placement = {
    hostOf: async () => key.hostId,
    hostsOf: async (ids: readonly string[]) => new Map(ids.map((id) => [id, key.hostId])),
    place: async () => key.hostId,
  };
  fleet = new Fleet({ kernels: liveKernels, placement, databaseDoors });
  const address = { host: '127.0.0.1', port };
  await fleet.setHosts([{ id: key.hostId, key, address, game: { host: '127.0.0.1', port: gamePort } }]);
});

afterAll(async () => {
  await fleet.destroy(realmId);
  await fleet.close();
  const ended = once(host, 'exit');
  host.kill('SIGTERM');
  await ended;
  for (const folder of [dataDir, databaseDoors]) await rm(folder, { recursive: true, force: true });
});

async function reaches(phase: ObservedState['phase']): Promise<ObservedState> {
  for await (const observed of fleet.watch(AbortSignal.timeout(40_000))) if (observed.phase === phase) return observed;
  throw new Error(`not ${phase} in time`);
}

function proofOf(endpoint: RealmEndpoint | null): { run: number; key: string } {
  if (endpoint === null || !('proof' in endpoint) || endpoint.proof === undefined) throw new Error('no proof');
  return endpoint.proof;
}

/** How many bytes come back to whoever begins with that header and asks for the status: none to whom is hung up on. */
async function askedWith(header: Buffer): Promise<number> {
  const socket = connect(gamePort, '127.0.0.1');
  socket.on('error', () => undefined);
  const address = { protocolVersion: -1, serverAddress: 'castle.localhost', serverPort: 25_565 };
  socket.write(Buffer.concat([header, encodeHandshake({ ...address, nextState: 'status' }), encodeStatusRequest()]));
  let bytes = 0;
  socket.once('data', (piece: Buffer) => {
    bytes = piece.length;
    socket.destroy();
  });
  await once(socket, 'close');
  return bytes;
}

test('a realm of a host starts, has files, a console and a world, and outlives the host’s process', async () => {
  await fleet.ensure(spec, 1);
  const ready = await reaches('READY');
  expect(ready).toMatchObject({ realmId, endpoint: { host: '127.0.0.1', port: gamePort, proxyProtocol: true } });

  const files = fleet.files(realmId);
  await files.write('config/words', Readable.from([Buffer.from('first words')]), { quota, replaces: 'nothing' });
  expect(await text((await files.read('config/words')).content)).toBe('first words');
  await expect(files.remove('world')).rejects.toMatchObject({ name: 'FilesError', code: 'realm_running' });

  await fleet.command(realmId, 'say good-evening', 'Ann_1');
  const printed: string[] = [];
  for await (const lines of fleet.console(realmId, AbortSignal.timeout(40_000))) {
    printed.push(...lines.map((line) => line.text));
    if (printed.some((line) => line.includes('good-evening') && !line.startsWith('>'))) break;
  }
  expect(printed.some((line) => line.startsWith('> Ann_1: '))).toBe(true);

  const worlds = fleet.worlds(realmId);
  const [copy, other] = [randomUUID(), randomUUID()];
  const copied = await worlds.copy(copy, '{}');
  const archive = await buffer(await worlds.pack(copy));
  expect(await worlds.unpack(other, Readable.from([archive]))).toMatchObject({ files: copied.files + 1 });
  await expect(worlds.exchange(other)).rejects.toMatchObject({ code: 'realm_running' });
  for (const id of [copy, other]) await worlds.drop(id);

  const ended = once(host, 'exit');
  host.kill('SIGKILL');
  await ended;
  await expect(fleet.files(realmId).list('')).rejects.toMatchObject({ name: 'RuntimeError', code: 'unreachable' });
  host = await startHost();
  const { startedAt, state } = ready;
  expect(await reaches('READY')).toMatchObject({
    fencingToken: 1,
    startedAt,
    state: { startedAt: state?.startedAt },
  });
  expect(await fleet.ensure(spec, 2)).toMatchObject({ fencingToken: 1 });
});

test('only a gateway with a fresh proof for the present run reaches a realm, once with each', async () => {
  const { run, key: hex } = proofOf((await reaches('READY')).endpoint);
  const gameKey = Buffer.from(hex, 'hex');
  const bare = encodeProxyV2({
    source: { host: '198.51.100.7', port: 50_000 },
    destination: { host: '127.0.0.1', port: 25_565 },
    account: { nickname: 'Ann_1', epoch: 3 },
  });
  const now = Date.now();
  const good = proveGateway(bare, { realmId, run, at: now }, gameKey);
  expect(await askedWith(good)).toBeGreaterThan(0);
  expect(await askedWith(proveGateway(encodeProxyV2('LOCAL'), { realmId, run, at: now }, gameKey))).toBeGreaterThan(0);

  const forged = proveGateway(bare, { realmId, run, at: now + 1 }, gameKey);
  // The player's address.
  forged.writeUInt8(99, 16);
  const refused = {
    again: good,
    'without a proof': bare,
    'without a header': Buffer.alloc(0),
    forged,
    'by another key': proveGateway(bare, { realmId, run, at: now }, Buffer.alloc(32, 1)),
    'for another run': proveGateway(bare, { realmId, run: run + 1, at: now }, gameKey),
    'for another realm': proveGateway(bare, { realmId: randomUUID(), run, at: now }, gameKey),
    'of long ago': proveGateway(bare, { realmId, run, at: now - 60_000 }, gameKey),
    'of the future': proveGateway(bare, { realmId, run, at: now + 60_000 }, gameKey),
  };
  for (const [how, header] of Object.entries(refused)) expect([how, await askedWith(header)]).toEqual([how, 0]);

  // Of a run that has been, what was good for it.
  await fleet.stop(realmId, 20_000);
  await fleet.ensure(spec, 5);
  await reaches('READY');
  expect(await askedWith(proveGateway(bare, { realmId, run, at: now + 2 }, gameKey))).toBe(0);

  // Each reason is logged once, however many come.
  await expect
    .poll(() => logged.flatMap((line) => /refused a gateway's connection: ([^"]*)/.exec(line)?.[1] ?? []))
    .toEqual([
      'its proof has been used before',
      'its PROXY header has no proof',
      'it begins with no PROXY header',
      'its proof is of another key',
      "its clock is not this machine's",
      'that run of the realm is over',
    ]);
});

/** In the place of a realm's database: answers each line, and keeps them all. */
async function openDatabase(id: string): Promise<AsyncDisposable & { heard: string[] }> {
  const folder = join(databaseDoors, id);
  await mkdir(folder, { recursive: true });
  const heard: string[] = [];
  const server = createServer((socket) => {
    createInterface(socket)
      .on('error', () => undefined)
      .on('line', (words) => {
        // Its answer's answer ends it.
        if (heard.push(words) === 1) socket.write(`to ${words}\n`);
      });
  });
  server.listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  return { heard, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test('a program in a realm of a host reaches its own database, which is with the api, also when the host was killed meanwhile', async () => {
  const { buildStandInJar } = (await import(builder)) as Builder;
  const java = { version: '1.16.5', jar: await buildStandInJar(databaseDoors), runtime: javaPath(8), eula: true };
  const limits = { memoryMiB: 512, cores: 1, processes: 256 };
  const settings = { ...plainSettings, borderDiameter: 32 };
  const own = { ...spec, realmId: randomUUID(), number: 2, kernel: 'vanilla', java, limits, settings } as const;
  await using database = await openDatabase(own.realmId);
  await using other = await openDatabase(realmId);
  await fleet.ensure(own, 1);
  const printed: string[] = [];
  const reader = new AbortController();
  const reading = (async () => {
    for await (const lines of fleet.console(own.realmId, reader.signal))
      printed.push(...lines.map((line) => line.text));
  })();
  const asks = async (word: string): Promise<void> => {
    const program = `exec 3<>/dev/tcp/127.0.0.1/5432; echo ${word} >&3; read -r answer <&3; echo $answer >&3`;
    await fleet.command(own.realmId, `run bash -c '${program}'`);
    await expect.poll(() => database.heard, { timeout: 50_000 }).toEqual([word, `to ${word}`]);
    database.heard.length = 0;
  };
  await expect.poll(() => printed, { timeout: 50_000 }).toContainEqual(expect.stringContaining('Done'));
  await asks('morning');

  const ended = once(host, 'exit');
  host.kill('SIGKILL');
  await ended;
  host = await startHost();
  await reaches('READY');
  await asks('evening');
  expect(other.heard).toEqual([]);
  await fleet.destroy(own.realmId);
  expect(existsSync(join(dataDir, 'guests/doors', own.realmId))).toBe(false);
  reader.abort();
  await reading;
});
