import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { lchown, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RealmFiles, WriteOptions } from '../src/files.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import { fileAgents, gone, type LocalPlaceForTest, makeLocalPlace, realmServer } from './local-place.ts';
import { testSpec } from './test-spec.ts';

const spec = testSpec('meadow');
const { realmId } = spec;
const anything: WriteOptions = { quota: { bytes: 1024 * 1024, files: 1000 }, replaces: 'anything' };

let place: LocalPlaceForTest;
let runtime: RealmRuntime;
let files: RealmFiles;
let folder: string;

beforeEach(async () => {
  place = await makeLocalPlace(realmServer);
  runtime = await place.driver();
  await runtime.ensure(spec, 1);
  await runtime.stop(realmId, 20_000);
  files = runtime.files(realmId);
  ({ folder } = realmPaths(place.dir, realmId));
});

afterEach(async () => {
  const last = await place.driver();
  await last.destroy(realmId);
  await last.close();
  await runtime.close();
  await place[Symbol.asyncDispose]();
});

/** Makes the realm's user the owner of what the test has put into its folder. */
async function give(path: string): Promise<void> {
  const { uid } = statSync(folder);
  await lchown(path, uid, uid);
}

test('a file agent runs as the owner of the folder, writes files as that owner, and ends with its driver', async () => {
  await files.write('config/a', Readable.from([Buffer.from('a')]), anything);
  const [pid] = fileAgents(folder, place.program.nodePath);
  const { uid } = statSync(folder);
  expect(statSync(`/proc/${pid}`).uid).toBe(uid);
  expect(statSync(join(folder, 'config/a')).uid).toBe(uid);
  expect(readdirSync(join(folder, '.keeper'))).toEqual([]);
  await runtime.close();
  expect(fileAgents(folder, place.program.nodePath)).toEqual([]);
});

test('a file agent that nobody needs makes room for one of another realm, and comes again', async () => {
  const { uid } = statSync(folder);
  await files.list('');
  for (let others = 0; others < 24; others += 1) {
    const id = randomUUID();
    const other = realmPaths(place.dir, id).folder;
    await mkdir(other);
    await lchown(other, uid, uid);
    await runtime.files(id).list('');
  }
  await gone(() => fileAgents(folder, place.program.nodePath).length > 0);
  expect(await files.list('config')).toEqual([]);
});

test('a file agent that is killed is started anew, and what it had half written is gone', async () => {
  const half = Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000);
      for (const pid of fileAgents(folder, place.program.nodePath)) process.kill(pid, 'SIGKILL');
      await gone(() => fileAgents(folder, place.program.nodePath).length > 0);
      yield Buffer.alloc(100_000);
    })(),
  );
  await files.list('');
  await expect(files.write('config/half', half, anything)).rejects.toMatchObject({ code: 'silent' });
  await expect.poll(async () => files.list('config')).toEqual([]);
  expect(readdirSync(join(folder, '.keeper'))).toEqual([]);
});

test('a file agent that is killed while it unpacks leaves nothing of it', async () => {
  const big: WriteOptions = { quota: { bytes: 1024 ** 3, files: 1000 }, replaces: 'anything' };
  await files.makeFolder('config/much', big.quota);
  const pieces = Readable.from(Array.from({ length: 32 }, () => randomBytes(1024 * 1024)));
  await files.write('config/much/noise', pieces, big);
  const { signal } = new AbortController();
  const quiet = { quota: big.quota, signal, onProgress: () => undefined };
  await files.archive('config', ['much'], 'config/much.zip', quiet);
  const killing = {
    ...quiet,
    onProgress: () => fileAgents(folder, place.program.nodePath).forEach((pid) => process.kill(pid, 'SIGKILL')),
  };
  // The kill must come in the middle of it, and on a busy machine the progress may reach the test only at the end.
  const extracted = async () => {
    await files.remove('config/out').catch(() => undefined);
    const end = files.extract('config/much.zip', 'config/out', killing);
    return end.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  };
  await expect.poll(extracted, { timeout: 40_000 }).toMatch(/^(silent|ECONNRESET)$/);
  await gone(() => fileAgents(folder, place.program.nodePath).length > 0);
  const names = async () => (await files.list('config')).map(({ name }) => name).toSorted();
  await expect.poll(names).toEqual(['much', 'much.zip']);
  expect(readdirSync(join(folder, '.keeper'))).toEqual([]);
});

test('links are shown, not followed, and a folder that turns into one while it is walked leads nowhere', async () => {
  await files.list('');
  const outside = join(place.dir, '..', 'outside');
  await mkdir(outside, { mode: 0o777 });
  await writeFile(join(outside, 'secret'), 'secret', { mode: 0o644 });
  await symlink(outside, join(folder, 'config/link'));
  expect(await files.list('config')).toEqual([expect.objectContaining({ name: 'link', kind: 'other' })]);
  await expect(files.list('config/link')).rejects.toMatchObject({ code: 'not_a_folder' });
  await files.remove('config/link');
  expect(existsSync(join(outside, 'secret'))).toBe(true);

  const [real, link, here] = ['real', 'link', 'here'].map((name) => join(folder, 'config', name)) as [
    string,
    string,
    string,
  ];
  await mkdir(real);
  await symlink(outside, link);
  await give(real);
  await writeFile(join(real, 'secret'), 'own');
  await give(join(real, 'secret'));
  const ending = new AbortController();
  const swap = (async () => {
    while (!ending.signal.aborted) {
      for (const target of [real, link]) {
        await rename(target, here);
        await new Promise(setImmediate);
        await rename(here, target);
      }
    }
  })();
  const seen = new Set<string>();
  for (let round = 0; round < 150; round += 1) {
    await files.read('config/here/secret').then(
      async ({ content }) => seen.add(await text(content)),
      () => undefined,
    );
    await files.write('config/here/mine', Readable.from([Buffer.from('x')]), anything).catch(() => undefined);
  }
  ending.abort();
  await swap;
  expect([...seen].filter((words) => words !== 'own')).toEqual([]);
  expect(readdirSync(outside)).toEqual(['secret']);
  expect(readlinkSync(link)).toBe(outside);
  await rm(outside, { recursive: true });
});
