import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { openDb, openPool } from '../src/db/pool.ts';
import { loadHostKey, opensshForm } from '../src/sftp/host-key.ts';
import { createTestDatabase } from './test-database.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-key-'));
const file = join(dataDir, 'sftp/host-key');
await mkdir(join(dataDir, 'sftp'));
const told = { dataDir, secrets: { tokenKey: 'a token key of the tests, long enough' } };
afterAll(() => rm(dataDir, { recursive: true }));

async function newDatabase() {
  const url = await createTestDatabase();
  const db = openDb(openPool(url, 6));
  return { url, db, [Symbol.asyncDispose]: () => db.destroy() };
}

/** A key of which the public (x) or the secret part (d) begins with a zero byte. */
function keyWithZero(part: 'x' | 'd'): KeyObject {
  for (;;) {
    const { privateKey } = generateKeyPairSync('ed25519');
    if (Buffer.from(privateKey.export({ format: 'jwk' })[part] ?? '', 'base64url')[0] === 0) return privateKey;
  }
}

/** The key as ssh2 1.17.0 writes it, without the leading zero bytes of the public key. */
function asSsh2Wrote(key: KeyObject): string {
  const whole = Buffer.from(opensshForm(key).replaceAll(/-----[^-]*-----/g, ''), 'base64');
  const point = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  // Occurs twice: as the public key itself, and within the private one.
  const parts = whole.toString('latin1').split(`\0\0\0\x20${point.toString('latin1')}`);
  const short = `\0\0\0\x1f${point.subarray(1).toString('latin1')}`;
  const text = Buffer.from(parts.join(short), 'latin1').toString('base64');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${text}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

test.each(['x', 'd'] as const)('a key whose part %s begins with zero bytes is written whole', (part) => {
  for (let n = 0; n < 5; n += 1) {
    const made = keyWithZero(part);
    const read = ssh2.utils.parseKey(opensshForm(made));
    if (read instanceof Error) throw read;
    const point = Buffer.from(made.export({ format: 'jwk' }).x ?? '', 'base64url');
    expect(read.getPublicSSH().subarray(-32).equals(point)).toBe(true);
    expect(read.verify('text', read.sign('text'))).toBe(true);
    expect(createPublicKey(createPrivateKey(read.getPrivatePEM())).equals(createPublicKey(made))).toBe(true);
  }
});

test('a key that no server can ever have run with is made anew; one that was made is kept', async () => {
  const bad = asSsh2Wrote(keyWithZero('x'));
  expect(ssh2.utils.parseKey(bad)).toBeInstanceOf(Error);
  await writeFile(file, bad);
  await using place = await newDatabase();
  const { fingerprint, privateKey } = await loadHostKey(place.db, told);
  expect(ssh2.utils.parseKey(privateKey)).not.toBeInstanceOf(Error);
  await expect(loadHostKey(place.db, told)).resolves.toMatchObject({ fingerprint });
});

test('the key of the data folder is taken over, and is then in the database, sealed, whatever becomes of the folder', async () => {
  const before = opensshForm(generateKeyPairSync('ed25519').privateKey);
  await writeFile(file, before);
  await using place = await newDatabase();
  const { privateKey, fingerprint } = await loadHostKey(place.db, told);
  expect(privateKey).toBe(before);
  await writeFile(file, 'another');
  await expect(loadHostKey(place.db, told)).resolves.toEqual({ privateKey, fingerprint });
  const [row] = await runSql(place.url, 'select sealed from installation_secrets');
  expect(String(row?.['sealed'])).not.toContain('OPENSSH');
  const otherKey = { ...told, secrets: { tokenKey: 'another token key of the tests, long' } };
  await expect(loadHostKey(place.db, otherKey)).rejects.toThrow('sealed with another TOKEN_KEY');
});

test('of apis that start at once, each with a data folder of its own, all have the same key', async () => {
  await using place = await newDatabase();
  const folders = await Promise.all(Array.from({ length: 5 }, () => mkdtemp(join(tmpdir(), 'realmkeep-key-'))));
  const keys = await Promise.all(folders.map((dataDir) => loadHostKey(place.db, { ...told, dataDir })));
  expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

test('one that clients may know is never made anew: it is said which file is meant', async () => {
  await using place = await newDatabase();
  const good = opensshForm(generateKeyPairSync('ed25519').privateKey);
  const lines = good.split('\n');
  const otherHalf = [...lines.slice(0, 4), 'A'.repeat(70), ...lines.slice(5)].join('\n');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' });
  for (const damaged of ['', 'no key', good.slice(0, 200), otherHalf, String(rsa)]) {
    await writeFile(file, damaged);
    await expect(loadHostKey(place.db, told)).rejects.toThrow(`${file} holds no usable key of SFTP`);
    await expect(runSql(place.url, 'select from installation_secrets')).resolves.toEqual([]);
  }
});
