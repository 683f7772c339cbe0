import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeSettingsFile } from './close-settings-file.ts';
import { readConfig } from './config.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'realmkeep-settings-'));
  file = join(folder, 'settings.conf');
});

afterEach(() => rmSync(folder, { recursive: true }));

function close(content: string, mode: number): { mode: number; said: string[] } {
  writeFileSync(file, content);
  chmodSync(file, mode);
  const said: string[] = [];
  closeSettingsFile(readConfig(['--config', file], {}), (line) => said.push(line));
  return { mode: statSync(file).mode & 0o777, said };
}

test('a file with secrets is closed to others, and that is said', () => {
  const { mode, said } = close('DATABASE_URL=postgres://realms:secret@db.example/realms\n', 0o644);
  expect(mode).toBe(0o600);
  expect(said).toEqual([`${file} holds secrets: now its owner alone can read it (chmod 600).`]);
});

test('a file that is closed, or has no secrets, stays as it is', () => {
  expect(close('DATABASE_URL=postgres://realms:secret@db.example/realms\n', 0o400)).toEqual({ mode: 0o400, said: [] });
  expect(close('PORT=4000\nDATABASE_URL=\n', 0o644)).toEqual({ mode: 0o644, said: [] });
});

test('without the file there is nothing to close', () => {
  const said: string[] = [];
  closeSettingsFile(
    readConfig(['--checkout', folder], { DATABASE_URL: 'postgres://realms:secret@db.example/realms' }),
    (line) => said.push(line),
  );
  expect(said).toEqual([]);
});
