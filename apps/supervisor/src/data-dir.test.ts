import { chmodSync, mkdtempSync, statSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from './data-dir.ts';

test('what a restore that came to no end has left is not started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'realmkeep-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'restoring'), '');
  await expect(prepareDataDir(folder, null)).rejects.toThrow('has not come to its end');
  rmSync(join(folder, 'restoring'));
  // As others have made it.
  chmodSync(folder, 0o755);
  await expect(prepareDataDir(folder, null)).resolves.toMatchObject({ path: folder });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
