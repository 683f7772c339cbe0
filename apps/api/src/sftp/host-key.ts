import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2, { type ParsedKey } from 'ssh2';
import { fingerprintOf } from '../domains/identity/ssh-keys/read-public-key.ts';

export interface HostKey {
  /** In OpenSSH's own form. */
  privateKey: string;
  /** As clients show it: `SHA256:` and the sum of the public key in base64 (RFC 4648, without padding). */
  fingerprint: string;
}

/** What SFTP keeps: the key of the host, and uploads on their way. */
export function sftpFolder(dataDir: string): string {
  return join(dataDir, 'sftp');
}

/** The key that clients know this host by: made once, and kept. @throws Error that names the file, if what is kept is no key */
export async function loadHostKey(dataDir: string): Promise<HostKey> {
  const file = join(sftpFolder(dataDir), 'host-key');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(`failed to read the key of SFTP: ${file} (${error.code})`);
  });
  const privateKey = kept === null || wasNeverShown(kept) ? await makeKey(file, kept) : kept;
  const key = provenKey(privateKey);
  if (key instanceof Error) {
    throw new Error(
      `${file} holds no usable key of SFTP (${key.message}). Clients may know the one that was there: put it back from a ` +
        'backup, or delete the file, and they will be warned of a new key.',
    );
  }
  return { privateKey, fingerprint: fingerprintOf(key.getPublicSSH()) };
}

/** A private key of Ed25519 in OpenSSH's form (PROTOCOL.key), which is the one that ssh2 reads. Units: the bytes as they are. */
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
/** Cipher, its key's derivation and its options, and that there is one key. */
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
 * Until 2026-11 keys were made by ssh2's generator, which drops the zero bytes that a public key begins with (its issue 1390): one
 * in 256 is too short for ssh2 itself to read, so that no server has ever run with it, and no client knows it.
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

/** Whole or not at all, and of two processes at once the first one's. @param bad what it replaces */
async function makeKey(file: string, bad: string | null): Promise<string> {
  const privateKey = opensshForm(generateKeyPairSync('ed25519').privateKey);
  const proven = provenKey(privateKey);
  if (proven instanceof Error) throw new Error(`failed to make the key of SFTP for ${file}: ${proven.message}`);
  const made = `${file}.${randomUUID()}`;
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(made, privateKey, { mode: 0o600, flag: 'wx', flush: true });
  if (bad !== null) await rename(file, `${file}.bad`);
  await link(made, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(made);
  return readFile(file, 'utf8');
}
