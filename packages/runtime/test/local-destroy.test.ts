import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, lchown, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCgroups, groupsNamed } from '../src/local/bounds/cgroup.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { groupName } from '../src/local/process/start-process.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import { fileAgents, makeLocalPlace, realmServer, type LocalPlaceForTest } from './local-place.ts';
import { testSpec } from './test-spec.ts';

const asRoot = process.getuid?.() === 0;
const spec = testSpec('meadow');
const { realmId } = spec;

let place: LocalPlaceForTest;
let runtime: RealmRuntime;
let folder: string;
let uid: number;

beforeEach(async () => {
  place = await makeLocalPlace(realmServer);
  runtime = await place.driver();
  await runtime.ensure(spec, 1);
  ({ folder } = realmPaths(place.dir, realmId));
  ({ uid } = statSync(folder));
  // Its file agent creates the folders that are listed.
  await runtime.files(realmId).list('');
});

afterEach(async () => {
  await runtime.destroy(realmId);
  await runtime.close();
  await place[Symbol.asyncDispose]();
});

/** Creates a folder as the realm itself would. */
async function makeFolder(path: string, mode = 0o700): Promise<void> {
  await mkdir(path);
  await lchown(path, uid, uid);
  await chmod(path, mode);
}

test('what a realm has closed and linked is removed with it, and nothing that it links to', async () => {
  const outside = join(dirname(place.dir), 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'file'), '');
  await makeFolder(join(folder, 'plugins/closed'));
  await makeFolder(join(folder, 'plugins/closed/inner'), 0o000);
  await symlink(outside, join(folder, 'plugins/closed/link'));
  await chmod(join(folder, 'plugins/closed'), 0o000);
  await runtime.destroy(realmId);
  expect(await readdir(place.dir)).toEqual(['.driver', '.game']);
  expect(existsSync(join(outside, 'file'))).toBe(true);
});

test('nobody but the realm’s own user removes its folder: what is another’s in it stays', async () => {
  const kept = join(folder, 'plugins/kept');
  await mkdir(kept, { mode: 0o700 });
  await writeFile(join(kept, 'file'), 'the operator’s');
  const outcome = await runtime.destroy(realmId).then(
    () => 'removed',
    (error: unknown) => String(error),
  );
  const trash = (await readdir(place.dir)).find((name) => name.startsWith('.trash-')) ?? '';
  // Without root everything belongs to the same user.
  expect(outcome).toMatch(asRoot ? /failed to remove .*\.trash-/ : 'removed');
  expect(existsSync(join(place.dir, trash, 'plugins/kept/file'))).toBe(asRoot);
  expect(await runtime.inspect(realmId)).toBeNull();
  // It does not stop the next driver.
  await (await place.driver()).close();
});

test('from when a realm is to be removed it gets no file agent, and none is left', async () => {
  const files = runtime.files(realmId);
  const destroyed = runtime.destroy(realmId);
  const asked: Promise<unknown>[] = [];
  do asked.push(files.list('').catch((error: unknown) => error));
  while (await Promise.race([destroyed.then(() => false), new Promise((resolve) => setImmediate(resolve, true))]));
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ code: 'absent' });
  expect(fileAgents(folder, place.program.nodePath)).toEqual([]);
  const cgroups = await findCgroups();
  const group = groupName(place.dir, realmId);
  expect(cgroups === null ? [] : await groupsNamed(cgroups, group)).toEqual([]);
  expect(await readdir(place.dir)).toEqual(['.driver', '.game']);
});

test('a signal opens nobody an inspector in a realm or its file agent', async () => {
  const [fileAgent = 0] = fileAgents(folder, place.program.nodePath);
  for (const pid of [fileAgent, place.pid(realmId)]) {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8'));
    expect(threads.length).toBeGreaterThan(1);
    // Node would start this thread on SIGUSR1.
    expect(threads).not.toContain('SignalInspector\n');
  }
});
