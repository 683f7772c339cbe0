import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2, { type ParsedKey } from 'ssh2';
import type { Db } from '../db/pool.ts';
import { seal, unseal } from '../domains/identity/chat/sealed.ts';
import { fingerprintOf } from '../domains/identity/ssh-keys/read-public-key.ts';
import { StartRefused } from '../start-refused.ts';

export interface HostKey {
  /** In OpenSSH's own form. */
  privateKey: string;
  /** As clients show it: `SHA256:` and the sum of the public key in base64 (RFC 4648, without padding). */
  fingerprint: string;
}

/** What SFTP keeps of uploads on their way; once the key of the host as well. */
export function sftpFolder(dataDir: string): string {
  return join(dataDir, 'sftp');
}

const secretName = 'sftp host key';

/**
 * The key by which clients recognise this installation: generated once, for all its apis, and stored sealed in the database. A key that an earlier
 * version stored in the data folder is taken over, so that clients see the same.
 * @throws StartRefused with what to do, if the stored key is invalid
 */
export async function loadHostKey(
  db: Db,
  { dataDir, secrets }: { dataDir: string; secrets: { tokenKey: string } },
): Promise<HostKey> {
  const kept =
    (await findSecret(db)) ?? (await keepSecret(db, seal(secrets.tokenKey, secretName, await firstKey(dataDir))));
  let privateKey: string;
  try {
    privateKey = unseal(secrets.tokenKey, secretName, kept);
  } catch {
    throw new StartRefused(
      'The key of SFTP in the database was sealed with another TOKEN_KEY. Give the one of before; or, if that is lost, delete the row ' +
        `of installation_secrets named '${secretName}', and clients will be warned of a new key.`,
    );
  }
  const key = provenKey(privateKey);
  if (key instanceof Error) throw new Error(`the key of SFTP in the database is not usable (${key.message})`);
  return { privateKey, fingerprint: fingerprintOf(key.getPublicSSH()) };
}

async function findSecret(db: Db): Promise<Buffer | null> {
  const row = await db
    .selectFrom('installation_secrets')
    .select('sealed')
    .where('name', '=', secretName)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/** @returns the one that was stored first */
async function keepSecret(db: Db, sealed: Buffer): Promise<Buffer> {
  await db
    .insertInto('installation_secrets')
    .values({ name: secretName, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await findSecret(db);
  if (!kept) throw new Error('the key of SFTP has just gone from the database');
  return kept;
}

/** The key of the data folder, or where there is none, a new one. */
async function firstKey(dataDir: string): Promise<string> {
  const file = join(sftpFolder(dataDir), 'host-key');
  const inFile = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(`failed to read the key of SFTP: ${file} (${error.code})`);
  });
  const isNew = inFile === null || wasNeverShown(inFile);
  const privateKey = isNew ? opensshForm(generateKeyPairSync('ed25519').privateKey) : inFile;
  const proven = provenKey(privateKey);
  if (proven instanceof Error) {
    throw new StartRefused(
      `${file} holds no usable key of SFTP (${proven.message}). Clients may know the one that was there: put it back from a ` +
        'backup, or delete the file, and they will be warned of a new key.',
    );
  }
  return privateKey;
}

/** An Ed25519 private key in OpenSSH's format (PROTOCOL.key), which ssh2 reads. */
export function opensshForm(key: KeyObject): string {
  const { d = '', x = '' } = key.export({ format: 'jwk' });
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  const check = randomBytes(4);
  const publicKey = string(Buffer.concat([string(keyType), string(point)]));
  const pair = string(Buffer.concat([seed, point]));
  const secret = Buffer.concat([check, check, string(keyType), string(point), pair, string('')]);
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, n) => n + 1));
  const whole = Buffer.concat([unencrypted, publicKey, string(Buffer.concat([secret, padding]))]);
  const lines = whole.toString('base64').replace(/.{70}/g, '$&\n').trimEnd();
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

const keyType = 'ssh-ed25519';
/** Cipher, key derivation and its options, and the number of keys: one. */
const unencrypted = Buffer.concat([
  Buffer.from('openssh-key-v1\0'),
  string('none'),
  string('none'),
  string(''),
  Buffer.from([0, 0, 0, 1]),
]);

function string(content: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(content));
  return Buffer.concat([length, Buffer.from(content)]);
}

/** Signs and verifies once: what does not is no key to serve. */
function provenKey(privateKey: string): ParsedKey | Error {
  const key = ssh2.utils.parseKey(privateKey);
  if (key instanceof Error) return key;
  if (key.type !== keyType) return new Error(`it is of the type ${key.type}`);
  const proof = Buffer.from('proof');
  const signature = key.sign(proof);
  if (signature instanceof Error) return signature;
  const isGood: unknown = key.verify(proof, signature);
  return isGood === true ? key : new Error('its halves do not belong together');
}

/**
 * Until 2026-11 keys were made by ssh2's generator, which drops leading zero bytes of a public key (its issue 1390): one
 * in 256 is too short for ssh2 itself to read, so no server has ever run with such a key, and no client knows it.
 */
function wasNeverShown(kept: string): boolean {
  const bytes = Buffer.from(kept.replaceAll(/-----[^-]*-----/g, ''), 'base64');
  if (!bytes.subarray(0, unencrypted.length).equals(unencrypted)) return false;
  const point = bytes.subarray(unencrypted.length + 4);
  const head = string(keyType);
  return (
    point.length > head.length + 4 &&
    point.subarray(0, head.length).equals(head) &&
    point.readUInt32BE(head.length) < 32
  );
}
