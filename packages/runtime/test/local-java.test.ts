import { readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import { findJavaRuntimes, javaFor } from '../src/local/local-runtime.ts';
import { takeLock } from '../src/local/folder/realm-lock.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import type { ObservedState, RealmRuntime } from '../src/runtime.ts';
import { gone, makeLocalPlace, realmServer, realmServerApp, type LocalPlaceForTest } from './local-place.ts';
import { testSpec } from './test-spec.ts';

const withinMs = 50_000;

interface Builder {
  buildStandInJar: (folder: string, ...flags: string[]) => Promise<string>;
}

let jars: string;
let jar: string;
let build: Builder['buildStandInJar'];
let java: string;
let place: LocalPlaceForTest;
let runtime: RealmRuntime;

beforeAll(async () => {
  jars = await mkdtemp(join(tmpdir(), 'realmkeep-jars-'));
  await chmod(jars, 0o711);
  const builder = new URL('../fake-providers/src/kernels/build-stand-in-jar.ts', realmServerApp).href;
  const { buildStandInJar } = (await import(builder)) as Builder;
  build = buildStandInJar;
  jar = await build(jars);
  const found = javaFor(await findJavaRuntimes(), '1.16.5');
  if (!found) throw new Error('there is no Java');
  java = found.path;
});
afterAll(() => rm(jars, { recursive: true, force: true }));

beforeEach(async () => {
  place = await makeLocalPlace(realmServer);
  runtime = await place.driver();
});
afterEach(async () => {
  for (const { realmId } of await runtime.list()) await runtime.destroy(realmId);
  await runtime.close();
  await place[Symbol.asyncDispose]();
});

function javaSpec(change: Partial<NonNullable<RealmSpec['java']>> = {}): RealmSpec {
  return testSpec('meadow', {
    kernel: 'vanilla',
    java: { version: '1.16.5', jar, runtime: java, eula: true, ...change },
    settings: { ...plainSettings, borderDiameter: 32 },
    limits: { memoryMiB: 512, cores: 1, processes: 256 },
  });
}

async function reaches(
  realmId: string,
  phase: ObservedState['phase'],
  by: RealmRuntime = runtime,
): Promise<ObservedState> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), withinMs);
  try {
    for await (const observed of by.watch(abort.signal)) {
      if (observed.realmId === realmId && observed.phase === phase) return observed;
    }
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
  throw new Error(`the realm does not become ${phase}: ${JSON.stringify(await by.inspect(realmId))}`);
}

/** The realm's Java process. */
function javaPid(realmId: string): number {
  const children = readFileSync(`/proc/${place.pid(realmId)}/task/${place.pid(realmId)}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

function runs(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function isLockFree(realmId: string): Promise<boolean> {
  using lock = await takeLock(realmPaths(place.dir, realmId).lock);
  return lock !== null;
}

const worldText = (realmId: string): Promise<string> =>
  readFile(join(place.dir, realmId, 'world/stand-in.txt'), 'utf8').then((text) => text.split('\n')[1] ?? '');

async function readyRealm(spec = javaSpec()): Promise<string> {
  await runtime.ensure(spec, 1);
  await reaches(spec.realmId, 'READY');
  return spec.realmId;
}

test('a Java realm starts within its limits, is adopted by another driver, saves and stops', async () => {
  const realmId = await readyRealm();
  const pid = javaPid(realmId);
  // More than realm-server alone uses, according to the state it reports every ten seconds.
  const memory = async () => (await runtime.inspect(realmId))?.state?.resources.memoryBytes;
  await expect.poll(memory, { timeout: 40_000 }).toBeGreaterThan(60 * 1024 * 1024);

  const next = await place.driver();
  expect(await next.ensure(javaSpec({}), 2)).toBeTruthy();
  const adopted = await next.inspect(realmId);
  expect(adopted).toMatchObject({ phase: 'READY', fencingToken: 1 });
  await next.command(realmId, 'mark a tower');
  await next.stop(realmId, 20_000);
  expect(await next.inspect(realmId)).toMatchObject({ phase: 'EXITED', exit: { asked: true } });
  expect(runs(pid)).toBe(false);
  expect(await worldText(realmId)).toBe('a tower');
  for (const { realmId: other } of await next.list()) await next.destroy(other);
  await next.close();
});

test('a backup has the world as it was when it was asked for', async () => {
  const realmId = await readyRealm();
  await runtime.command(realmId, 'mark kept');
  const id = crypto.randomUUID();
  await runtime.worlds(realmId).copy(id, '{}');
  await runtime.command(realmId, 'mark later');
  const pieces: Buffer[] = [];
  for await (const piece of await runtime.worlds(realmId).pack(id)) pieces.push(piece as Buffer);
  await runtime.stop(realmId, 20_000);
  const back = crypto.randomUUID();
  await runtime.worlds(realmId).unpack(back, Readable.from([Buffer.concat(pieces)]));
  await runtime.worlds(realmId).exchange(back);
  expect(await worldText(realmId)).toBe('kept');
});

test('a realm-server that is killed takes its Java along, and the lock is free', async () => {
  const realmId = await readyRealm();
  const pid = javaPid(realmId);
  // It holds the lock too: no other run begins before its last write.
  expect(readlinkSync(`/proc/${pid}/fd/3`)).toMatch(/\/lock$/);
  process.kill(place.pid(realmId), 'SIGKILL');
  expect(await reaches(realmId, 'EXITED')).toMatchObject({ exit: { asked: false, signal: 'SIGKILL' } });
  expect(runs(pid)).toBe(false);
  expect(await isLockFree(realmId)).toBe(true);
});

test('a Java that is killed ends its realm with a fault, and it can be started again', async () => {
  const spec = javaSpec();
  const realmId = await readyRealm(spec);
  process.kill(javaPid(realmId), 'SIGKILL');
  const { exit } = await reaches(realmId, 'EXITED');
  expect(exit).toMatchObject({ asked: false, code: 70 });
  expect(exit?.tail).toContain("the game's server ended with SIGKILL");
  await runtime.ensure(spec, 2);
  await reaches(realmId, 'READY');
});

test('one that hangs at its end is killed when the grace is over', async () => {
  const realmId = await readyRealm(javaSpec({ jar: await build(jars, 'hangAtStop') }));
  const pid = javaPid(realmId);
  await runtime.stop(realmId, 1000);
  expect(await runtime.inspect(realmId)).toMatchObject({ phase: 'EXITED', exit: { asked: true } });
  expect(runs(pid)).toBe(false);
});

test('one that is never ready can be stopped', async () => {
  const spec = javaSpec({ jar: await build(jars, 'neverDone') });
  await runtime.ensure(spec, 1);
  await gone(() => !readConsole(spec.realmId).includes('Preparing spawn area'));
  await runtime.stop(spec.realmId, 20_000);
  expect(await runtime.inspect(spec.realmId)).toMatchObject({ exit: { asked: true, code: 0 } });
});

test('a realm whose server has seen a later fencing token ends, and its Java writes no more', async () => {
  const realmId = await readyRealm();
  const pid = javaPid(realmId);
  await writeFile(join(place.dir, realmId, 'world/lease'), '7\n');
  expect((await reaches(realmId, 'EXITED')).exit).toMatchObject({ code: 76 });
  expect(runs(pid)).toBe(false);
});

test.each([
  ['no java', { runtime: '/nowhere/bin/java' }, 'there is no java to be run at /nowhere/bin/java'],
  ['no jar', { jar: '/nowhere/server.jar' }, 'there is no jar to be read at /nowhere/server.jar'],
  ['no acceptance of the licence', { eula: false }, 'You need to agree to the EULA'],
])('with %s it ends at once and says why', async (_, change, words) => {
  const end = await endOf(javaSpec(change));
  expect(end).toContain('ended with 70');
  expect(end).toContain(words);
});

test.each([
  ['dies at once leaves its last lines', 'dieAtOnce', 'the stand-in cannot begin'],
  ['minds no server.properties is told so', 'deaf', 'does not listen on the port that server.properties gives it'],
])('a jar that %s', async (_, flag, words) => {
  expect(await endOf(javaSpec({ jar: await build(jars, flag) }))).toContain(words);
});

/** The code it exits with, and its last output. Whether it reports a state before is a race. */
async function endOf(spec: RealmSpec): Promise<string> {
  try {
    await runtime.ensure(spec, 1);
  } catch (error) {
    return String(error);
  }
  const { exit } = await reaches(spec.realmId, 'EXITED');
  return `ended with ${exit?.code}: ${exit?.tail}`;
}

function readConsole(realmId: string): string {
  try {
    return readFileSync(join(place.dir, realmId, 'logs/console.log'), 'utf8');
  } catch {
    return '';
  }
}
