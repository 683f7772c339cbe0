import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser, realmBody, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let owner: TestUser;
let realms = 0;
beforeAll(async () => {
  api = await startTestApi();
  owner = await makeUser(api, 'DRAGON');
});
afterAll(() => api[Symbol.asyncDispose]());

/** Creates a realm with these files, each a minute newer than the one before it. */
async function realmWith(contents: Record<string, string | Buffer>): Promise<{ id: string }> {
  const address = `a${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  realms += 1;
  const name = `Realm ${String.fromCharCode(64 + realms)}`;
  const { id } = await owner.client.realmCreate({ body: realmBody(name, address) });
  await api.runtime.place.folders.folder(id);
  await mkdir(join(api.runtime.place.folders.path(id), 'logs/crash-reports'), { recursive: true });
  for (const [minute, [path, content]] of Object.entries(contents).entries()) {
    const file = join(api.runtime.place.folders.path(id), path);
    await writeFile(file, content);
    await utimes(file, 1_700_000_000 + minute * 60, 1_700_000_000 + minute * 60);
  }
  return { id };
}

const read = (params: { id: string }, path: string) => owner.client.realmLogText({ params, query: { path } });

test('logs and crash reports are listed, the newest first, and nothing else', async () => {
  const params = await realmWith({
    'logs/2026-11-20-1.log.gz': gzipSync('old'),
    'logs/secret.bin': 'x',
    'logs/crash-reports/crash-2026-11-21_10.00.00-server.txt': '---- Minecraft Crash Report ----',
    'logs/latest.log': 'new',
    'logs/console.log': 'newest',
  });
  const { logs, older } = await owner.client.realmLogs({ params });
  expect(logs.map(({ path, kind }) => [path, kind])).toEqual([
    ['logs/console.log', 'CONSOLE'],
    ['logs/latest.log', 'LOG'],
    ['logs/crash-reports/crash-2026-11-21_10.00.00-server.txt', 'CRASH'],
    ['logs/2026-11-20-1.log.gz', 'LOG'],
  ]);
  expect(older).toBe(0);
  await expect(read(params, 'logs/2026-11-20-1.log.gz')).resolves.toEqual({ text: 'old', cut: false });
  await expect(read(params, 'logs/crash-reports/crash-2026-11-21_10.00.00-server.txt')).resolves.toMatchObject({
    cut: false,
  });
  for (const path of [
    'logs/secret.bin',
    'config/a.txt',
    'logs/../world/level.txt',
    'logs/none.log',
    'logs/a/b/c.log',
  ]) {
    await expect(read(params, path)).rejects.toMatchObject({ code: expect.stringMatching(/^file_/) });
  }
});

test('of many the newest hundred are listed, and how many more there are', async () => {
  const many = Array.from({ length: 105 }, (_, n) => [`logs/n${String(n).padStart(3, '0')}.log`, 'x']);
  const { logs, older } = await owner.client.realmLogs({ params: await realmWith(Object.fromEntries(many)) });
  expect([logs.length, logs[0]?.path, older]).toEqual([100, 'logs/n104.log', 5]);
});

const line = (n: number) => `[12:00:00 INFO]: \u001b[31mline\u001b[m ${n} ${'ą'.repeat(40)}\n`;

test('of a long log the end is told, from a whole line on, without colours, packed or not', async () => {
  const long = Array.from({ length: 20_000 }, (_, n) => line(n)).join('');
  const params = await realmWith({ 'logs/latest.log': long, 'logs/long.log.gz': gzipSync(long) });
  const texts = [await read(params, 'logs/latest.log'), await read(params, 'logs/long.log.gz')];
  for (const { text, cut } of texts) {
    expect(cut).toBe(true);
    expect(text).toMatch(/^\[12:00:00 INFO\]: line \d+ ą/);
    expect(text.endsWith(`line 19999 ${'ą'.repeat(40)}\n`)).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(512 * 1024);
  }
  expect(texts[1]).toEqual(texts[0]);
});

test('what is no gzip, is cut off, or unpacks to far too much is refused', async () => {
  const whole = gzipSync('a log\n'.repeat(1000));
  const params = await realmWith({
    'logs/no.log.gz': 'no gzip at all',
    'logs/half.log.gz': whole.subarray(0, whole.length / 2),
    'logs/bomb.log.gz': gzipSync(Buffer.alloc(70 * 1024 * 1024)),
  });
  for (const name of ['no', 'half']) {
    await expect(read(params, `logs/${name}.log.gz`)).rejects.toMatchObject({ code: 'file_archive_unreadable' });
  }
  await expect(read(params, 'logs/bomb.log.gz')).rejects.toMatchObject({ code: 'log_too_large' });
});

const at = (text: string) => `2026-11-22T12:00:00.000Z ${text}\n`;

const problemOf = async (printed: string) =>
  (await owner.client.realmStartProblem({ params: await realmWith({ 'logs/console.log': printed }) })).problem;

test('why the last start failed is told, and not why an earlier one did', async () => {
  const earlier = `${at('Starting the realm with the map meadow.')}${at('You need to agree to the EULA in order to run the server. Go to eula.txt for more info.')}`;
  const port = `${at('Starting the realm with the map meadow.')}${at('WARN: **** FAILED TO BIND TO PORT!')}`;
  const fine = `${at('Starting the realm with the map meadow.')}${at('Ready after 20 ms.')}`;
  await expect(problemOf(earlier + port)).resolves.toEqual({
    cause: 'PORT',
    subject: null,
    needs: null,
    line: '**** FAILED TO BIND TO PORT!',
  });
  await expect(problemOf(earlier + fine)).resolves.toBeNull();
});

test('a realm that has never run has neither, and a stranger finds nothing', async () => {
  const address = `a${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const { id } = await owner.client.realmCreate({ body: realmBody('Never', address) });
  const params = { id };
  await expect(owner.client.realmLogs({ params })).resolves.toEqual({ logs: [], older: 0 });
  await expect(owner.client.realmStartProblem({ params })).resolves.toEqual({ problem: null });
  const { client } = await makeUser(api);
  await expect(client.realmLogs({ params })).rejects.toMatchObject({ code: 'realm_unknown' });
  await expect(client.realmStartProblem({ params })).rejects.toMatchObject({ code: 'realm_unknown' });
});
