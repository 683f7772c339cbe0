import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyWorld } from './copy-world.ts';
import { closeFileAgentFolder, type FileAgentFolder, openFileAgentFolder } from './file-agent-folder.ts';
import { listFolder, moveEntry, removeEntry } from './folder-entries.ts';

const id = '0b5f1d7e-4c3a-4b8e-9d52-6f1a2b3c4d5e';
/** As servers on Linux can make them. */
const strange = ['a\\b', 'a\nb', '\u202e', 'n'.repeat(255)];
const notUtf8 = (path: string) => Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff])]);

let path: string;
let folder: FileAgentFolder;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'realmkeep-strange-'));
  await mkdir(join(path, 'world/made'), { recursive: true });
  for (const name of strange) await writeFile(join(path, 'world/made', name), name);
  await writeFile(notUtf8(join(path, 'world/made')), '');
  folder = await openFileAgentFolder(path);
});
afterEach(async () => {
  await closeFileAgentFolder(folder);
  await rm(path, { recursive: true });
});

test('a world is copied whatever its files are called, and what cannot be named is told', async () => {
  const copied = await copyWorld(folder.root, id, '{}');
  expect(copied).toMatchObject({ files: strange.length, leftOut: ['world/made/\ufffd'] });
  expect((await readdir(join(path, `.world-${id}/world/made`))).toSorted()).toEqual(strange.toSorted());
});

test('a folder is removed whatever is in it', async () => {
  await removeEntry(folder, 'world/made');
  expect(await readdir(join(path, 'world'))).toEqual([]);
});

test('what is listed with a backslash in its name is renamed and removed, and nothing new is called so', async () => {
  await mkdir(join(path, 'world/in\\side'));
  for (const name of ['one', 'two']) await writeFile(join(path, 'world/in\\side', name), name);
  expect((await listFolder(folder, 'world')).map(({ name }) => name).toSorted()).toEqual(['in\\side', 'made']);
  await removeEntry(folder, 'world/in\\side/one');
  await moveEntry(folder, 'world/in\\side/two', 'world/two', false);
  expect(await readFile(join(path, 'world/two'), 'utf8')).toBe('two');
  await removeEntry(folder, 'world/in\\side');
  await removeEntry(folder, 'world/made/a\\b');
  expect((await readdir(join(path, 'world'))).toSorted()).toEqual(['made', 'two']);
  expect(() => moveEntry(folder, 'world/two', 'world/t\\wo', false)).toThrow('name_invalid');
  for (const out of ['world/..\\..', 'world\\made', '..\\world/made']) {
    await expect(removeEntry(folder, out)).rejects.toMatchObject({ name: 'FilesError' });
  }
});
