import { randomBytes, randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as immediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BlobMissing, type BlobStore, type Kept } from '../src/integrations/blobs/blob-store.ts';
import { createFolderStore } from '../src/integrations/blobs/folder-store.ts';
import { storeProblem } from '../src/integrations/blobs/try-store.ts';
import { createS3Store, partBytes } from '../src/integrations/blobs/s3-store.ts';
import { carryOver } from '../src/integrations/blobs/two-stores.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { bucket, credentials, type S3Server, startS3Server } from './s3-server.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { createTestDatabase } from './test-database.ts';
import { backupRetention } from '../src/domains/worlds/backups/backup-jobs.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-store-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await s3[Symbol.asyncDispose]();
});

const s3Store = (more: Partial<typeof credentials> = {}) =>
  createS3Store({ endpoint: s3.endpoint, bucket, links: true, ...credentials, ...more }, 'kept/');

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* broken(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  throw new Error('the world is gone');
}

async function read(store: BlobStore, key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await store.get(key)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function listed(store: BlobStore): Promise<Kept[]> {
  const kept: Kept[] = [];
  for await (const page of store.list()) kept.push(...page);
  return kept;
}

describe.each([
  ['a folder', (): BlobStore => createFolderStore(join(folder, 'backups'))],
  ['object storage', s3Store],
])('%s', (_, make) => {
  test.each([0, 1, partBytes - 1, partBytes, 2 * partBytes + 12_345])('keeps %i bytes as they are', async (length) => {
    const [store, key, bytes] = [make(), randomUUID(), randomBytes(length)];
    await store.put(key, inPieces(bytes, 300_001));
    expect((await read(store, key)).equals(bytes)).toBe(true);
    const from = Math.max(0, length - 3);
    const end = await (await store.get(key, from)).toArray();
    expect(Buffer.concat(end)).toEqual(bytes.subarray(from));
    await store.remove(key);
    await store.remove(key);
    await expect(store.get(key)).rejects.toBeInstanceOf(BlobMissing);
  });

  test('lists what it keeps, and when it came', async () => {
    const [store, keys] = [make(), Array.from({ length: 5 }, () => randomUUID()).toSorted()];
    for (const key of keys) await store.put(key, [Buffer.from(key)]);
    const kept = await listed(store);
    expect(kept.map(({ key }) => key).toSorted()).toEqual(keys);
    for (const { at } of kept) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
    for (const key of keys) await store.remove(key);
    expect(await listed(store)).toEqual([]);
  });

  test('has nothing of what broke off, and keeps what was there before', async () => {
    const [store, key] = [make(), randomUUID()];
    await expect(store.put(key, broken(randomBytes(partBytes + 1)))).rejects.toThrow('the world is gone');
    await expect(store.get(key)).rejects.toBeInstanceOf(BlobMissing);
    await store.put(key, inPieces(Buffer.from('good'), 4));
    await expect(store.put(key, broken(randomBytes(10)))).rejects.toThrow('the world is gone');
    expect((await read(store, key)).toString()).toBe('good');
    await store.remove(key);
  });
});

test('a folder holds whole backups alone, once those are removed that were half written', async () => {
  const store = createFolderStore(join(folder, 'half'));
  const key = randomUUID();
  await expect(store.put(key, broken(Buffer.from('half')))).rejects.toThrow('the world is gone');
  await store.remove(key);
  await expect(readdir(join(folder, 'half'))).resolves.toEqual([]);
});

test('object storage is left no parts: not by a failure, and not by a process that was killed', async () => {
  const store = s3Store();
  const key = randomUUID();
  s3.failNext(/PUT .*partNumber=2/);
  await expect(store.put(key, inPieces(randomBytes(2 * partBytes), partBytes))).rejects.toThrow('400 InternalError');
  expect(s3.uploads.size).toBe(0);
  s3.uploads.set('left', { path: `/${bucket}/kept/${key}`, parts: new Map() });
  await store.remove(key);
  expect(s3.uploads.size).toBe(0);
});

test('with a wrong key nothing is stored, and the key is in no message', async () => {
  const store = s3Store({ secretKey: 'another-secret-key' });
  const fault: unknown = await store.put(randomUUID(), inPieces(Buffer.from('x'), 1)).catch((error: unknown) => error);
  expect(String(fault)).toContain('403 SignatureDoesNotMatch');
  expect(String(fault)).not.toContain('another-secret-key');
  expect(s3.refused).toEqual(['PUT with another signature']);
  expect(s3.objects.size).toBe(0);
});

test('what is half written is listed, so that it can be removed though nobody remembers its key', async () => {
  const [store, key] = [s3Store(), randomUUID()];
  s3.uploads.set('left', { path: `/${bucket}/kept/${key}`, parts: new Map() });
  expect(await listed(store)).toMatchObject([{ key }]);
  await store.remove(key);
  const inFolder = createFolderStore(join(folder, 'halves'));
  await inFolder.put('whole.jar', [Buffer.from('jar')]);
  await writeFile(join(folder, `halves/${key}.part`), 'half');
  const keys = async () => (await listed(inFolder)).map(({ key }) => key);
  expect((await keys()).toSorted()).toEqual([key, 'whole.jar'].toSorted());
  await inFolder.remove(key);
  expect(await keys()).toEqual(['whole.jar']);
});

test('what the folder has goes to the object storage whole, and what is half written stays', async () => {
  const [from, to] = [createFolderStore(join(folder, 'before')), s3Store()];
  for (const key of ['one', 'two']) await from.put(key, [Buffer.from(key)]);
  await writeFile(join(folder, 'before/three.part'), 'half');
  await carryOver(from, to);
  expect((await read(to, 'two')).toString()).toBe('two');
  expect(await readdir(join(folder, 'before'))).toEqual(['three.part']);
  for (const key of ['one', 'two']) await to.remove(key);
});

afterEach(() => s3.refuse(/^$/, 0, ''));

describe('a store that cannot be used says why', () => {
  test.each([
    ['another key', 403, 'SignatureDoesNotMatch', 'key', 'BACKUP_S3_SECRET_KEY'],
    ['an unknown key', 403, 'InvalidAccessKeyId', 'key', 'BACKUP_S3_ACCESS_KEY'],
    ['no right', 403, 'AccessDenied', 'key', 'may that key'],
    ['no such bucket', 404, 'NoSuchBucket', 'bucket', 'BACKUP_S3_BUCKET'],
    ['clocks that differ', 403, 'RequestTimeTooSkewed', 'clock', 'clock'],
    ['another place', 301, 'PermanentRedirect', 'bucket', 'BACKUP_S3_REGION'],
    ['a fault of its own', 503, 'SlowDown', 'away', 'BACKUP_S3_ENDPOINT'],
    ['something else', 405, 'MethodNotAllowed', 'refused', 'speaks S3'],
  ])('%s', async (_, status, code, reason, words) => {
    s3.refuse(/./, status, code);
    const store = s3Store();
    const bytes = inPieces(Buffer.from('x'), 1);
    await expect(store.put(randomUUID(), bytes)).rejects.toMatchObject({ name: 'StoreError', reason });
    await expect(store.get(randomUUID())).rejects.toMatchObject({ name: 'StoreError', reason });
    await expect(storeProblem(store, 'BACKUP_S3')).resolves.toContain(words);
  });

  test('nobody there', async () => {
    const nobody = { endpoint: 'http://127.0.0.1:2', bucket, links: true, ...credentials };
    const store = createS3Store(nobody, '');
    await expect(store.get(randomUUID())).rejects.toMatchObject({ name: 'StoreError', reason: 'away' });
    await expect(storeProblem(store, 'BACKUP_S3')).resolves.toContain('ECONNREFUSED');
  });

  test('and one that can be used says nothing, and keeps nothing of it', async () => {
    await expect(storeProblem(s3Store(), 'S3')).resolves.toBeNull();
    await expect(storeProblem(createFolderStore(join(folder, 'tried')), 'S3')).resolves.toBeNull();
    expect(s3.objects.size).toBe(0);
  });
});

test.each([
  [501, 'NotImplemented'],
  [403, 'AccessDenied'],
])('what is kept goes, though %i %s is all that is said of half-written parts', async (status, code) => {
  const store = s3Store();
  const key = randomUUID();
  await store.put(key, inPieces(Buffer.from('x'), 1));
  s3.refuse(/uploads=/, status, code);
  await store.remove(key);
  expect(s3.objects.size).toBe(0);
});

test('an operator tries the store by hand', async () => {
  const script = fileURLToPath(new URL('../scripts/blob-store-try.ts', import.meta.url));
  const run = (more: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [script], { env: { ...s3Environment(), DATA_DIR: folder, ...more } });
  await expect(run()).resolves.toMatchObject({ stdout: expect.stringContaining(`s3 ${s3.endpoint}/${bucket}`) });
  await expect(run({ BACKUP_S3_SECRET_KEY: 'another-secret-key' })).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('BACKUP_S3_SECRET_KEY right'),
  });
});

const s3Environment = () => ({
  BACKUP_S3_ENDPOINT: s3.endpoint,
  BACKUP_S3_BUCKET: bucket,
  BACKUP_S3_REGION: credentials.region,
  BACKUP_S3_ACCESS_KEY: credentials.accessKey,
  BACKUP_S3_SECRET_KEY: credentials.secretKey,
});

async function newRealm(api: TestApi): Promise<{ owner: TestUser; params: { id: string } }> {
  const owner = await makeUser(api, 'DRAGON');
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  const params = { id };
  await untilPhase(owner.client, id, 'READY');
  return { owner, params };
}

const endPause = ({ config }: TestApi) => runSql(config.databaseUrl, 'update realms set backed_up_at = null', []);

/** Makes a backup. @returns it once it is neither being made nor verified */
async function backUp(client: TestUser['client'], params: { id: string }) {
  await client.realmBackupCreate({ params });
  const newest = async () => (await client.realmBackups({ params })).backups[0];
  await expect.poll(async () => (await newest())?.state).toMatch(/READY|FAILED/);
  const backup = await newest();
  if (!backup) throw new Error('there is no backup');
  return backup;
}

async function linkOf(api: TestApi, client: TestUser['client'], id: string, backupId: string): Promise<string> {
  return api.url + (await client.realmBackupLink({ params: { id, backupId } })).url;
}

test('a backup for which there is no store fails, says why, and keeps the next one from nothing', async () => {
  await using api = await startTestApi({ environment: s3Environment() });
  const { owner, params } = await newRealm(api);
  s3.refuse(/./, 403, 'SignatureDoesNotMatch');
  await expect(backUp(owner.client, params)).resolves.toMatchObject({ state: 'FAILED', problem: 'STORE_REFUSED' });
  s3.refuse(/./, 503, 'SlowDown');
  await expect(backUp(owner.client, params)).resolves.toMatchObject({ state: 'FAILED', problem: 'STORE_AWAY' });
  s3.refuse(/^$/, 0, '');
  await expect(backUp(owner.client, params)).resolves.toMatchObject({ state: 'READY', problem: null });
}, 60_000);

test('an archive that goes on without end fails when the disk is full', async () => {
  await using api = await startTestApi();
  const { owner, params } = await newRealm(api);
  const worlds = api.runtime.worlds.bind(api.runtime);
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(1024);
    // As if it were full by then.
    Object.assign(api.app.ctx.config, { diskReservePercent: 100 });
    for (;;) yield await immediate(Buffer.alloc(1024));
  }
  const spy = vi
    .spyOn(api.runtime, 'worlds')
    .mockImplementation((id) => ({ ...worlds(id), pack: async () => Readable.from(endless()) }));
  await expect(backUp(owner.client, params)).resolves.toMatchObject({ state: 'FAILED', problem: 'DISK' });
  spy.mockRestore();
});

test('a download is fetched from the store itself, for a minute, under its name', async () => {
  await using api = await startTestApi({ environment: s3Environment() });
  const { owner, params } = await newRealm(api);
  const { id, bytes } = await backUp(owner.client, params);
  const answer = await fetch(await linkOf(api, owner.client, params.id, id), { redirect: 'manual' });
  expect(answer.status).toBe(302);
  const link = new URL(answer.headers.get('location') ?? '');
  expect(link.origin).toBe(s3.endpoint);
  expect(link.searchParams.get('X-Amz-Expires')).toBe('60');
  const file = await fetch(link);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="a\w+-[-\dT]+\.tar\.zst"$/);
  expect((await file.bytes()).length).toBe(bytes);
  link.pathname = link.pathname.replace(id, randomUUID());
  expect((await fetch(link)).status).toBe(403);
});

async function page(url: string, language: string) {
  const answer = await fetch(url, { headers: { 'accept-language': language } });
  return [answer.status, answer.headers.get('content-type'), await answer.text()];
}

test('a download that cannot be is a page that says so, in the visitor’s language', async () => {
  await using api = await startTestApi({ environment: { ...s3Environment(), BACKUP_S3_LINKS: 'false' } });
  const { owner, params } = await newRealm(api);
  const { id, bytes } = await backUp(owner.client, params);
  const link = await linkOf(api, owner.client, params.id, id);
  const html = 'text/html; charset=utf-8';
  expect(await page(link.replace('mark=', 'mark=x'), 'en')).toEqual([403, html, expect.stringContaining('one minute')]);
  s3.refuse(/^GET/, 503, 'SlowDown');
  expect(await page(link, 'pl')).toEqual([503, html, expect.stringContaining('nieosiągalny')]);
  s3.refuse(/^GET/, 404, 'NoSuchKey');
  expect(await page(link, 'ru')).toEqual([404, html, expect.stringContaining('больше нет')]);
  s3.refuse(/^$/, 0, '');
  const file = await fetch(link);
  expect(file.headers.get('content-type')).toBe('application/zstd');
  const whole = await buffer(file.body as AsyncIterable<Uint8Array>);
  expect(whole.length).toBe(bytes);
  const rest = await fetch(link, { headers: { range: 'bytes=100-' } });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 100-${whole.length - 1}/${bytes}`]);
  expect(whole.subarray(100).equals(await rest.bytes())).toBe(true);
  expect((await fetch(link, { headers: { range: `bytes=${bytes}-` } })).status).toBe(200);
});

test('what was kept in the folder is there after a change to object storage, and goes from where it is', async () => {
  const databaseUrl = await createTestDatabase();
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const before = await startTestApi({ databaseUrl, environment: { DATA_DIR: dataDir } });
  const { owner, params } = await newRealm(before);
  const { id, bytes } = await backUp(owner.client, params);
  await before[Symbol.asyncDispose]();
  await using api = await startTestApi({
    databaseUrl,
    runtime: before.runtime,
    environment: { ...s3Environment(), DATA_DIR: dataDir },
  });
  await endPause(api);
  const client = api.clientWith(owner.tokens.token);
  const file = await fetch(await linkOf(api, client, params.id, id));
  expect((await file.bytes()).length).toBe(bytes);
  const { id: second } = await backUp(client, params);
  expect([...s3.objects.keys()]).toContain(`/${bucket}/${second}.tar.zst`);
  await client.realmBackupDelete({ params: { ...params, backupId: id } });
  await expect.poll(() => readdir(join(dataDir, 'backups'))).toEqual([]);
});

test('the operator says how many of a realm are kept, and how long, and the page tells it', async () => {
  await using api = await startTestApi({ environment: { BACKUPS_PER_REALM: '1', BACKUP_DAYS: '7' } });
  const { owner, params } = await newRealm(api);
  await backUp(owner.client, params);
  await endPause(api);
  await expect(owner.client.realmBackups({ params })).resolves.toMatchObject({ limit: 1, keptDays: 7 });
  await expect(owner.client.realmBackupCreate({ params })).rejects.toMatchObject({ code: 'backup_limit' });
  await backupRetention(api.app.ctx);
  expect((await owner.client.realmBackups({ params })).backups).toHaveLength(1);
  await runSql(api.config.databaseUrl, "update backups set created_at = now() - interval '8 days'", []);
  await backupRetention(api.app.ctx);
  expect((await owner.client.realmBackups({ params })).backups).toHaveLength(0);
});

test('a realm is backed up to object storage by the settings', async () => {
  await using api = await startTestApi({
    environment: s3Environment(),
  });
  const { client } = await makeUser(api);
  const { id } = await client.realmCreate({ body: realmBody('My Castle', 'stored') });
  const params = { id };
  await untilPhase(client, id, 'READY');
  await client.realmBackupCreate({ params });
  const backups = async () => (await client.realmBackups({ params })).backups;
  await expect.poll(backups).toMatchObject([{ state: 'READY' }]);
  const [backup] = await backups();
  expect(s3.objects.get(`/${bucket}/${backup?.id}.tar.zst`)?.length).toBe(backup?.bytes);
});
