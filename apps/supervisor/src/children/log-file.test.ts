import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LogFile } from './log-file.ts';

test('a log keeps its last five files of 10 MB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'realmkeep-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.log');
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  const first = new LogFile(path);
  for (let n = 0; n < 35; n++) first.write(megabyte);
  first.close();
  // It appends to the existing file.
  const second = new LogFile(path);
  for (let n = 0; n < 35; n++) second.write(megabyte);
  second.close();
  const names = readdirSync(folder).sort();
  expect(names).toEqual(['a.log', 'a.log.1', 'a.log.2', 'a.log.3', 'a.log.4']);
  expect(names.map((name) => statSync(join(folder, name)).size / megabyte.length)).toEqual([10, 10, 10, 10, 10]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('on a full disk it goes without, and goes on when there is room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'realmkeep-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.log');
  // This device takes nothing: every write to it is ENOSPC.
  symlinkSync('/dev/full', path);
  const log = new LogFile(path);
  log.write(Buffer.from('lost'));
  log.close();
  rmSync(path);
  log.write(Buffer.from('kept'));
  log.close();
  expect(readFileSync(path, 'utf8')).toBe('kept');
});
