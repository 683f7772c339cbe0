import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RealmRuntime } from '../src/runtime.ts';
import { holdsLock } from '../src/local/process/process-identity.ts';
import { readRun } from '../src/local/folder/realm-record.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { gone, makeLocalPlace, type LocalPlaceForTest } from './local-place.ts';
import { testSpec } from './test-spec.ts';

const driverProcess = fileURLToPath(new URL('driver-process.ts', import.meta.url));
/** Enough to hit each step of a start, which takes about 300 ms including the driver's own. */
const kills = 16;
/** On an idle machine it takes a twentieth of this. */
const timeoutMs = 480_000;
/** Time for a process to end by itself on a busy machine; otherwise it takes about 20 ms. */
const graceMs = 25_000;

let place: LocalPlaceForTest;
let runtime: RealmRuntime;

beforeEach(async () => {
  place = await makeLocalPlace();
  runtime = await place.driver();
});

afterEach(async () => {
  for (const { realmId } of await runtime.list()) await runtime.destroy(realmId);
  await runtime.close();
  await place[Symbol.asyncDispose]();
});

/** The processes that hold the realm's lock, known to a driver or not. */
function holders(realmId: string): number[] {
  const { lock } = realmPaths(place.dir, realmId);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && holdsLock(pid, lock));
}

test('what a run prints while nobody can be connected to it is told once it has ended', async () => {
  const spec = testSpec('unheard');
  const watching = new AbortController();
  const lines: string[] = [];
  const following = (async () => {
    for await (const more of runtime.console(spec.realmId, watching.signal))
      lines.push(...more.map(({ text }) => text));
  })();
  await runtime.ensure(spec, 1);
  expect(lines).toEqual([]);
  await runtime.stop(spec.realmId, graceMs);
  await expect.poll(() => lines).toEqual(['its only words']);
  watching.abort();
  await following;
});

test(
  'a driver killed at any moment of a start leaves nothing or one realm',
  async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const spec = testSpec();
      const { realmId } = spec;
      const options = JSON.stringify({ dir: place.dir, ...place.program });
      const victim = spawn(process.execPath, [driverProcess, options, JSON.stringify(spec), 'stay'], {
        stdio: 'ignore',
      });
      // From the moment it starts working on the realm; before that there is nothing to break.
      await gone(() => !existsSync(realmPaths(place.dir, realmId).driver));
      await sleep(kill * 10);
      victim.kill('SIGKILL');
      await once(victim, 'exit');

      const next = await place.driver();
      const found = await next.inspect(realmId);
      // Killed between the run's record and the signal to go on: the process has ended without having begun.
      const unbegun = { asked: false, code: null, tail: '' };
      expect(found?.exit ?? unbegun).toMatchObject(unbegun);
      const observed = await next.ensure(spec, 2);
      expect(found?.exit ? [2] : [1, found?.fencingToken ?? 2]).toContain(observed.fencingToken);
      expect(holders(realmId)).toEqual([place.pid(realmId)]);
      await next.destroy(realmId);
      expect(holders(realmId)).toEqual([]);
      await next.close();
    }
  },
  timeoutMs,
);

test('what a driver killed while destroying has left is removed by the next', async () => {
  const spec = testSpec();
  const { folder, driver } = realmPaths(place.dir, spec.realmId);
  await runtime.ensure(spec, 1);
  await runtime.stop(spec.realmId, graceMs);
  await rename(folder, join(place.dir, '.trash-1'));
  const next = await place.driver();
  expect(await readdir(place.dir)).toEqual(['.driver', '.game']);
  expect(existsSync(driver)).toBe(false);
  await next.close();
});

test('folders that a realm makes where the driver has its files keep it from nothing', async () => {
  const spec = testSpec();
  await runtime.ensure(spec, 1);
  await runtime.stop(spec.realmId, graceMs);
  const paths = realmPaths(place.dir, spec.realmId);
  await rm(paths.spec);
  await rm(paths.log);
  for (const path of [paths.spec, `${paths.spec}.new`, paths.log]) await mkdir(path);
  expect(await runtime.ensure(spec, 2)).toMatchObject({ fencingToken: 2 });
});

test('a start that ends before it can be asked is told with its last words', async () => {
  const spec = testSpec('ends');
  await expect(runtime.ensure(spec, 1)).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringContaining('the last words') as string,
  });
  expect(await runtime.inspect(spec.realmId)).toMatchObject({
    phase: 'EXITED',
    exit: { asked: false, code: 1, tail: 'the last words' },
  });
});

test('a realm that does not stop is killed when its grace is over', async () => {
  const spec = testSpec('stuck');
  await runtime.ensure(spec, 1);
  await runtime.stop(spec.realmId, 200);
  expect(await runtime.inspect(spec.realmId)).toMatchObject({ exit: { asked: true, code: null, signal: 'SIGKILL' } });
  expect(holders(spec.realmId)).toEqual([]);
});

test('a realm that ends after a fault has not been asked to, though it is told to stop while it ends', async () => {
  const { realmId, ...spec } = testSpec();
  await runtime.ensure({ realmId, ...spec }, 1);
  await expect.poll(async () => (await runtime.inspect(realmId))?.phase, { interval: 5 }).toBe('READY');
  await runtime.command(realmId, 'fault', null);
  // On a busy machine it may end before the first look.
  await expect.poll(async () => (await runtime.inspect(realmId))?.phase, { interval: 5 }).not.toBe('READY');
  await runtime.stop(realmId, graceMs);
  expect(await runtime.inspect(realmId)).toMatchObject({ phase: 'EXITED', exit: { asked: false, code: 1 } });
});

test('what was asked before a driver’s end is known to the next', async () => {
  const spec = testSpec('stuck');
  const { realmId } = spec;
  await runtime.ensure(spec, 1);
  const stop = runtime.stop(realmId, 60_000).catch((error: unknown) => error);
  await gone(() => !existsSync(realmPaths(place.dir, realmId).asked));
  await runtime.close();
  expect(await stop).toMatchObject({ message: 'the runtime is closed' });
  expect(holders(realmId)).toEqual([place.pid(realmId)]);
  await place.kill(realmId);
  runtime = await place.driver();
  expect(await runtime.inspect(realmId)).toMatchObject({ phase: 'EXITED', exit: { asked: true } });
});

test('on a full disk a realm can be stopped, and its end is known to the driver that saw it', async () => {
  const spec = testSpec();
  const { realmId } = spec;
  const { asked, exit } = realmPaths(place.dir, realmId);
  await runtime.ensure(spec, 1);
  for (const path of [asked, exit]) await symlink('/dev/full', `${path}.new`);
  await runtime.stop(realmId, graceMs);
  const observed = await runtime.inspect(realmId);
  expect(observed).toMatchObject({ phase: 'EXITED', exit: { asked: true, code: 0 } });
  expect(await runtime.inspect(realmId)).toEqual(observed);
});

test('a realm that cannot be asked yet can be stopped, and its start fails', async () => {
  const spec = testSpec('silent');
  const { realmId } = spec;
  const start = runtime.ensure(spec, 1).catch((error: unknown) => error);
  await gone(() => readRun(realmPaths(place.dir, realmId)) === null);
  const other = await place.driver();
  expect(await other.inspect(realmId)).toMatchObject({ phase: 'STARTING', state: null, endpoint: null });
  await other.stop(realmId, graceMs);
  // It had no address, so it was asked with SIGTERM first.
  expect(await start).toMatchObject({
    code: 'start_failed',
    message: expect.not.stringContaining('SIGKILL') as string,
  });
  expect(holders(realmId)).toEqual([]);
  await other.close();
});

/** A process of the version before control sockets: what it does on signals. */
const old = `process.on('SIGTERM', () => setTimeout(() => {
  require('node:fs').writeFileSync(process.argv[1], 'saved');
  process.exit();
}, 200));
console.log('ready');
setInterval(() => {}, 1000);`;

test('a realm that an older version has left, which cannot be asked, saves, ends and starts anew', async () => {
  const spec = testSpec();
  const { realmId } = spec;
  const { folder, world, driver, lock, run } = realmPaths(place.dir, realmId);
  for (const path of [driver, world]) await mkdir(path, { recursive: true });
  await writeFile(join(folder, 'control.json'), JSON.stringify({ gamePort: 1, controlPort: 2, token: 'secret' }));
  const saved = join(world, 'saved');
  const held = openSync(lock, 'w');
  execFileSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'inherit', held] });
  const left = spawn(process.execPath, ['-e', old, saved], {
    stdio: ['ignore', 'pipe', 'inherit', held],
    detached: true,
  });
  closeSync(held);
  const ended = once(left, 'exit');
  if (left.stdout) await once(left.stdout, 'data');
  await writeFile(run, `${left.pid} 1 ${Date.now() - 3_600_000}\n`);

  const next = await place.driver();
  expect(await next.ensure(spec, 2)).toMatchObject({ fencingToken: 2 });
  expect(readFileSync(saved, 'utf8')).toBe('saved');
  expect(await ended).toEqual([0, null]);
  expect(holders(realmId)).toEqual([place.pid(realmId)]);
  expect(statSync(lock).isFIFO()).toBe(true);
  await next.close();
});

test('the log of a running realm is cut when it is long', async () => {
  const spec = testSpec('chatty');
  const { log } = realmPaths(place.dir, spec.realmId);
  await runtime.ensure(spec, 1);
  await runtime.apply(spec.realmId, { slots: 3 });
  await gone(() => statSync(log).size > 1024 * 1024);
  expect(statSync(log).size).toBe(0);
});

test('links that a realm lays lead the driver nowhere', async () => {
  const outside = join(dirname(place.dir), 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'file'), 'kept');
  const owner = statSync(outside).uid;
  const spec = testSpec();
  const { folder, log } = realmPaths(place.dir, spec.realmId);
  await mkdir(folder);
  await symlink(outside, join(folder, 'world-of-mine'));
  await symlink(join(outside, 'file'), log);
  await symlink(join(outside, 'file'), join(folder, 'spec.json.new'));
  await runtime.ensure(spec, 1);
  expect(statSync(outside).uid).toBe(owner);

  await runtime.destroy(spec.realmId);
  expect(await readdir(outside)).toEqual(['file']);
  expect(statSync(join(outside, 'file'))).toMatchObject({ uid: owner, size: 4 });
});

test('what is no UUID does not become a path', async () => {
  for (const realmId of [
    '../outside',
    '',
    'A'.repeat(36),
    `${crypto.randomUUID()}/..`,
    crypto.randomUUID().toUpperCase(),
  ]) {
    await expect(runtime.ensure(testSpec('plains', { realmId }), 1)).rejects.toThrow(TypeError);
    await expect(runtime.destroy(realmId)).rejects.toThrow(TypeError);
    await expect(runtime.inspect(realmId)).rejects.toThrow(TypeError);
  }
});
