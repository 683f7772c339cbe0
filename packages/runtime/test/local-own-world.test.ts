import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import { makeLocalPlace, type LocalPlaceForTest } from './local-place.ts';
import { testSpec } from './test-spec.ts';

let place: LocalPlaceForTest;
let runtime: RealmRuntime;
let ownWorld: string;

beforeEach(async () => {
  place = await makeLocalPlace();
  runtime = await place.driver();
  ownWorld = join(dirname(place.dir), 'maps');
  await mkdir(join(ownWorld, 'region'), { recursive: true, mode: 0o700 });
  await writeFile(join(ownWorld, 'map.json'), 'the map', { mode: 0o600 });
  await writeFile(join(ownWorld, 'region/r.0.0.mca'), 'blocks', { mode: 0o600 });
});

afterEach(async () => {
  for (const { realmId } of await runtime.list()) await runtime.destroy(realmId);
  await runtime.close();
  await place[Symbol.asyncDispose]();
});

test('a realm begins with a copy of its own world, of its own user, and goes on with it when the original is gone', async () => {
  const spec = testSpec('plains', { ownWorld });
  const { folder, driver } = realmPaths(place.dir, spec.realmId);
  // As a driver leaves it that was killed while it copied.
  await mkdir(join(driver, 'world'), { recursive: true });
  await writeFile(join(driver, 'world/half'), '');
  await runtime.ensure(spec, 1);
  const region = join(folder, 'world/region/r.0.0.mca');
  expect(await readFile(region, 'utf8')).toBe('blocks');
  expect(existsSync(join(folder, 'world/half'))).toBe(false);
  expect(existsSync(join(driver, 'world'))).toBe(false);
  const owner = statSync(folder).uid;
  for (const path of ['world', 'world/map.json', 'world/region', 'world/region/r.0.0.mca']) {
    expect(statSync(join(folder, path)).uid).toBe(owner);
  }

  await writeFile(region, 'built');
  await runtime.stop(spec.realmId, 5_000);
  await rm(ownWorld, { recursive: true });
  await runtime.ensure(spec, 2);
  expect(await readFile(region, 'utf8')).toBe('built');
});

test('without its world it does not begin, and does once that is there', async () => {
  const spec = testSpec('plains', { ownWorld: `${ownWorld}-gone` });
  await expect(runtime.ensure(spec, 1)).rejects.toMatchObject({ code: 'unknown_map' });
  await expect(runtime.ensure({ ...spec, ownWorld }, 2)).resolves.toMatchObject({ fencingToken: 2 });
});

test('an empty folder in the place of its world, as a file agent makes it, does not keep it from its world', async () => {
  const spec = testSpec('plains', { ownWorld });
  const { folder } = realmPaths(place.dir, spec.realmId);
  await mkdir(join(folder, 'world'), { recursive: true });
  await runtime.ensure(spec, 1);
  expect(await readFile(join(folder, 'world/map.json'), 'utf8')).toBe('the map');
});
