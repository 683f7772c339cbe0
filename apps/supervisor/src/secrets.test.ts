import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecrets } from './secrets.ts';

const none = { TOKEN_KEY: '', GATEWAY_TOKEN: '', METRICS_TOKEN: '' };
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-secrets-'));
  file = join(folder, 'secrets.json');
});

afterEach(() => rm(folder, { recursive: true }));

test('secrets are made once, each its own, for this user alone', async () => {
  const first = await readSecrets(file, true, none);
  expect(new Set(Object.values(first)).size).toBe(3);
  for (const secret of Object.values(first)) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readSecrets(file, false, none)).toEqual(first);
});

test('a secret that a newer version needs is added, and the others stay', async () => {
  const { METRICS_TOKEN, ...others } = await readSecrets(file, true, none);
  await writeFile(file, JSON.stringify(others));
  const again = await readSecrets(file, true, none);
  expect(again).toMatchObject(others);
  expect(again.METRICS_TOKEN).not.toBe(METRICS_TOKEN);
});

test.each(['', '{', '[1]', '{"TOKEN_KEY": "short"}'])('a file that holds %j is not overwritten', async (content) => {
  await writeFile(file, content);
  await expect(readSecrets(file, false, none)).rejects.toThrow('cannot be understood');
  expect(await readFile(file, 'utf8')).toBe(content);
});

test('where a data folder has been used, missing secrets are named and not made anew', async () => {
  await expect(readSecrets(file, false, none)).rejects.toThrow(`${file} is missing`);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await writeFile(file, '{}');
  expect(Object.keys(await readSecrets(file, false, none))).toHaveLength(3);
});

test('what the settings give is in no file, and with all of them there need be none', async () => {
  const given = { ...none, TOKEN_KEY: 'k'.repeat(40) };
  const read = await readSecrets(file, true, given);
  expect(read).toMatchObject({ TOKEN_KEY: given.TOKEN_KEY, METRICS_TOKEN: expect.stringMatching(/^.{43}$/) });
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')) as object)).toEqual(['GATEWAY_TOKEN', 'METRICS_TOKEN']);
  await expect(readSecrets(join(folder, 'none.json'), false, read)).resolves.toEqual(read);
});
