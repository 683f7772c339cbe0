import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeFileAgentFolder, openFileAgentFolder } from './file-agent-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ['a link', (path: string, elsewhere: string) => symlink(elsewhere, path)],
  ['a file', (path: string) => writeFile(path, '')],
])('%s in the place of its own folder is taken away, and what it leads to is left alone', async (_, put) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'realmkeep-elsewhere-'));
  await writeFile(join(elsewhere, 'kept'), '');
  await put(join(folder, '.keeper'), elsewhere);
  await closeFileAgentFolder(await openFileAgentFolder(folder));
  expect(await readdir(elsewhere)).toEqual(['kept']);
  await rm(elsewhere, { recursive: true });
});
