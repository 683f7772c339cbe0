import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyOwnedOver, readOwned } from './owned-file.ts';

const uid = process.getuid?.() ?? 0;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'realmkeep-files-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('the end of a file is read', () => {
  const path = join(folder(), 'console.log');
  writeFileSync(path, 'what was said');
  expect(readOwned(path, uid, 4)).toBe('said');
  expect(readOwned(`${path}.1`, uid, 4)).toBeNull();
});

test('no link is followed, whether it is the file or the folder that it is in', () => {
  const root = folder();
  mkdirSync(join(root, 'others'));
  writeFileSync(join(root, 'others/console.log'), 'secret');
  symlinkSync('others', join(root, 'logs'));
  symlinkSync('others/console.log', join(root, 'run.log'));
  for (const path of ['logs/console.log', 'run.log'].map((name) => join(root, name))) {
    expect(readOwned(path, uid, 100)).toBeNull();
    emptyOwnedOver(path, uid, 0);
  }
  expect(readOwned(join(root, 'others/console.log'), uid, 100)).toBe('secret');
  expect(readOwned(join(root, 'others/console.log'), uid + 1, 100)).toBeNull();
});
