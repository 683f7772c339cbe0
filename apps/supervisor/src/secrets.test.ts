import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecrets } from './secrets.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-secrets-'));
  file = join(folder, 'secrets.json');
});

afterEach(() => rm(folder, { recursive: true }));

test('secrets are made once, each its own, for this user alone', async () => {
  const first = await readSecrets(file, true);
  expect(new Set(Object.values(first)).size).toBe(3);
  for (const secret of Object.values(first)) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readSecrets(file, false)).toEqual(first);
});

test('a secret that a newer version needs is added, and the others stay', async () => {
  const { METRICS_TOKEN, ...others } = await readSecrets(file, true);
  await writeFile(file, JSON.stringify(others));
  const again = await readSecrets(file, true);
  expect(again).toMatchObject(others);
  expect(again.METRICS_TOKEN).not.toBe(METRICS_TOKEN);
});

test.each(['', '{', '[1]', '{"TOKEN_KEY": "short"}'])('a file that holds %j is not overwritten', async (content) => {
  await writeFile(file, content);
  await expect(readSecrets(file, false)).rejects.toThrow('cannot be understood');
  expect(await readFile(file, 'utf8')).toBe(content);
});

test('where a data folder has been used, missing secrets are named and not made anew', async () => {
  await expect(readSecrets(file, false)).rejects.toThrow(`${file} is missing`);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await writeFile(file, '{}');
  expect(Object.keys(await readSecrets(file, false))).toHaveLength(3);
});
