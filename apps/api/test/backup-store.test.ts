import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BackupMissing, type BackupStore } from '../src/integrations/backup-store/backup-store.ts';
import { createFolderStore } from '../src/integrations/backup-store/folder-store.ts';
import { createS3Store, partBytes } from '../src/integrations/backup-store/s3-store.ts';
import { makeUser, realmBody } from './people.ts';
import { bucket, credentials, type S3Server, startS3Server } from './s3-server.ts';
import { startTestApi } from './start-test-api.ts';

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
  createS3Store({ endpoint: s3.endpoint, bucket, ...credentials, ...more });

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* broken(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  throw new Error('the world is gone');
}

async function read(store: BackupStore, key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await store.get(key)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe.each([
  ['a folder', (): BackupStore => createFolderStore(join(folder, 'backups'))],
  ['object storage', s3Store],
])('%s', (_, make) => {
  test.each([0, 1, partBytes - 1, partBytes, 2 * partBytes + 12_345])('keeps %i bytes as they are', async (length) => {
    const [store, key, bytes] = [make(), randomUUID(), randomBytes(length)];
    await store.put(key, inPieces(bytes, 300_001));
    expect((await read(store, key)).equals(bytes)).toBe(true);
    await store.remove(key);
    await store.remove(key);
    await expect(store.get(key)).rejects.toBeInstanceOf(BackupMissing);
  });

  test('has nothing of what broke off, and keeps what was there before', async () => {
    const [store, key] = [make(), randomUUID()];
    await expect(store.put(key, broken(randomBytes(partBytes + 1)))).rejects.toThrow('the world is gone');
    await expect(store.get(key)).rejects.toBeInstanceOf(BackupMissing);
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
  s3.uploads.set('left', { path: `/${bucket}/${key}.tar.zst`, parts: new Map() });
  await store.remove(key);
  expect(s3.uploads.size).toBe(0);
});

test('with a wrong key nothing is stored, and the key is in no message', async () => {
  const store = s3Store({ secretKey: 'another secret key' });
  const fault: unknown = await store.put(randomUUID(), inPieces(Buffer.from('x'), 1)).catch((error: unknown) => error);
  expect(String(fault)).toContain('403 SignatureDoesNotMatch');
  expect(String(fault)).not.toContain('another secret key');
  expect(s3.refused).toEqual(['PUT with another signature']);
  expect(s3.objects.size).toBe(0);
});

test('a realm is backed up to object storage by the settings', async () => {
  await using api = await startTestApi({
    environment: {
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_BUCKET: bucket,
      BACKUP_S3_REGION: credentials.region,
      BACKUP_S3_ACCESS_KEY: credentials.accessKey,
      BACKUP_S3_SECRET_KEY: credentials.secretKey,
    },
  });
  const { client } = await makeUser(api);
  const { id } = await client.realmCreate({ body: realmBody('My Castle', 'stored') });
  const params = { id };
  await expect.poll(async () => (await client.realmGet({ params })).live.phase, { timeout: 10_000 }).toBe('READY');
  await client.realmBackupCreate({ params });
  const backups = async () => (await client.realmBackups({ params })).backups;
  await expect.poll(backups, { timeout: 10_000 }).toMatchObject([{ state: 'READY' }]);
  const [backup] = await backups();
  expect(s3.objects.get(`/${bucket}/${backup?.id}.tar.zst`)?.length).toBe(backup?.bytes);
});
