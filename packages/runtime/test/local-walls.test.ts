import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import type { RuntimeEnforcement } from '../src/runtime.ts';
import { makeLocalPlace, reachable, type LocalPlaceForTest } from './local-place.ts';
import type { Sight } from './stand-in-server.ts';
import { testSpec } from './test-spec.ts';

const asRoot = process.getuid?.() === 0;
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const driverProcess = fileURLToPath(new URL('driver-process.ts', import.meta.url));
const nobody = 65_534;

let place: LocalPlaceForTest;
let server: Server;
let port: number;

beforeEach(async () => {
  place = await makeLocalPlace();
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterEach(async () => {
  server.close();
  await place[Symbol.asyncDispose]();
});

/** Starts a realm with a separate driver, as another user if given. @returns what the realm sees */
async function sightOf(dir: string, uid?: number): Promise<{ enforcement: RuntimeEnforcement; sight: Sight }> {
  const whole = { entry: driverProcess, fileAgent: driverProcess, nodePath: process.execPath, execArgv: [], env: {} };
  const { nodePath, entry } = await reachable(whole, dirname(place.dir), packageFolder);
  const driver = [
    nodePath,
    entry,
    JSON.stringify({ dir, ...place.program }),
    JSON.stringify(testSpec()),
    `look ${port}`,
  ];
  const user = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const [file = '', ...args] = [...user, ...driver];
  const { stdout } = await promisify(execFile)(file, args);
  const { enforcement, printed } = JSON.parse(stdout) as { enforcement: RuntimeEnforcement; printed: string };
  return { enforcement, sight: JSON.parse(printed) as Sight };
}

test.each([
  ['the driver’s own user', undefined],
  ['an ordinary user', nobody],
])('within its walls a realm has its folder and nothing of the machine, by %s', async (_, uid) => {
  const dir = join(dirname(place.dir), 'walled');
  await mkdir(dir);
  await chmod(dir, uid === undefined ? 0o711 : 0o777);
  // Only root can become another user.
  const { enforcement, sight } = await sightOf(dir, asRoot ? uid : undefined);
  expect(enforcement.walls).toEqual({ network: true, processes: true, files: true, calls: true, why: null });
  expect(sight).toMatchObject({
    connected: 'ECONNREFUSED',
    networks: ['lo'],
    // Only itself, and none of the tests' processes.
    processes: 1,
    descriptors: expect.any(Number) as number,
    leading: [],
    namespace: 1,
    // EPERM, then ENOSYS, EAFNOSUPPORT, EPERM again, EINVAL, EPERM, EPROTONOSUPPORT, and EINVAL.
    errors: '1 1 1 1 1 1 38 38 97 97 1 1 1 1 1 1 22 1 1 93 22 ',
    oomScore: false,
    openFiles: 4096,
  });
  expect(sight.beside).toHaveLength(1);
  expect(sight.root.toSorted()).not.toContain('var');
  expect(sight.etc).not.toContain('passwd');
  expect(sight.written.toSorted()).toEqual(['/tmp', join(dir, sight.beside[0] ?? '')].toSorted());
});

test('its sockets are out of its reach, and each for its own user', async () => {
  const runtime = await place.driver();
  const spec = testSpec();
  await runtime.ensure(spec, 1);
  const { control, game } = realmPaths(place.dir, spec.realmId);
  expect([control, game].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect([dirname(control), dirname(game)].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  await runtime.destroy(spec.realmId);
  await runtime.close();

  const gateway = {
    uid: asRoot ? nobody : (process.getuid?.() ?? 0),
    gid: asRoot ? nobody : (process.getgid?.() ?? 0),
  };
  const led = await place.driver({ gateway });
  const ready = (async () => {
    for await (const { phase, endpoint } of led.watch(AbortSignal.timeout(20_000))) {
      if (phase === 'READY') return endpoint;
    }
    return null;
  })();
  await led.ensure(spec, 1);
  expect(await ready).toEqual({ path: game, proxyProtocol: true });
  expect(statSync(game).uid).toBe(gateway.uid);
  const socket = connect(game);
  await once(socket, 'connect');
  socket.destroy();
  await led.destroy(spec.realmId);
  await led.close();
});

test('what the driver was started with is not passed on to realms', async () => {
  const spec = testSpec();
  const options = JSON.stringify({ dir: place.dir, ...place.program });
  const driver = spawn(
    'bash',
    // Node itself does not pass on the first sixteen.
    ['-c', 'exec 60</; exec "$@"', 'bash', process.execPath, driverProcess, options, JSON.stringify(spec), 'stay'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(driver.stdout, 'data');
  const has = readdirSync(`/proc/${place.pid(spec.realmId)}/fd`);
  driver.kill('SIGKILL');
  await once(driver, 'exit');
  const next = await place.driver();
  await next.destroy(spec.realmId);
  await next.close();
  expect(has).toContain('5');
  expect(has).not.toContain('60');
});

/** The result of connecting to the socket as that user. */
async function knock(uid: number, path: string): Promise<string> {
  const script = `require('node:net').connect(process.argv[1], () => { console.log('connected'); process.exit(); })
    .on('error', ({ code }) => console.log(code))`;
  const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--'];
  const command = [process.execPath, '-e', script, path];
  return (await promisify(execFile)('setpriv', [...user, ...command], { cwd: '/', env: {} })).stdout.trim();
}

test.runIf(asRoot)('no other realm’s user and no other of the machine connects to a realm’s sockets', async () => {
  const gateway = { uid: 64_000, gid: 64_000 };
  const entry = fileURLToPath(new URL('stand-in-server.ts', import.meta.url));
  const fileAgent = fileURLToPath(new URL('lying-file-agent.ts', import.meta.url));
  await using place = await makeLocalPlace({ entry, fileAgent, execArgv: [], env: {} });
  const runtime = await place.driver({ gateway });
  const [spec, other] = [testSpec(), testSpec('plains', { number: 2 })];
  await runtime.ensure(spec, 1);
  await runtime.prepare(other.realmId, other.number);
  await runtime.files(spec.realmId).usage();
  const paths = realmPaths(place.dir, spec.realmId);
  const strangers = [statSync(realmPaths(place.dir, other.realmId).folder).uid, nobody];
  const own = statSync(paths.folder).uid;
  expect(new Set([...strangers, own, 0]).size).toBe(4);
  for (const uid of [...strangers, own]) {
    for (const path of [paths.control, paths.game, paths.fileAgent])
      expect([path, await knock(uid, path)]).toEqual([path, 'EACCES']);
  }
  const seen = await Promise.all([paths.game, paths.control, paths.fileAgent].map((path) => knock(gateway.uid, path)));
  expect(seen).toEqual(['connected', 'EACCES', 'EACCES']);
  for (const { realmId } of [spec, other]) await runtime.destroy(realmId);
  await runtime.close();
});
