import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeFileAgentFolder, type FileAgentFolder, openFileAgentFolder } from './file-agent-folder.ts';
import { writeFile } from './write-file.ts';

let path: string;
let folder: FileAgentFolder;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'realmkeep-usage-'));
  folder = await openFileAgentFolder(path);
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await closeFileAgentFolder(folder);
  await rm(path, { recursive: true });
});

async function* slowly(): AsyncGenerator<Buffer> {
  for (let n = 0; n < 5; n += 1) {
    yield Buffer.alloc(40_000);
    // No count of the realm's usage is kept for this long.
    vi.advanceTimersByTime(60_000);
  }
}

const quota = { bytes: 100_000, files: 100 };

test('what takes its time to come counts against the quota until it is in its place', async () => {
  const written = writeFile(folder, 'plugins/large', Readable.from(slowly()), { quota, replaces: 'anything' });
  await expect(written).rejects.toMatchObject({ code: 'over_quota' });
  await expect(folder.usage.now()).resolves.toEqual({ bytes: 0, files: 0 });
});
