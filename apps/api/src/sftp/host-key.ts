import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import ssh2 from 'ssh2';

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

/** The key that clients know this host by: made once, and kept. @throws Error if what is kept is no key */
export async function loadHostKey(dataDir: string): Promise<HostKey> {
  const file = join(sftpFolder(dataDir), 'host-key');
  const privateKey = (await readFile(file, 'utf8').catch(() => null)) ?? (await makeKey(file));
  const key = ssh2.utils.parseKey(privateKey);
  if (key instanceof Error) throw new Error(`${file} holds no key: ${key.message}`);
  const sum = createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '');
  return { privateKey, fingerprint: `SHA256:${sum}` };
}

/** Whole or not at all, and of two processes at once the first one's. */
async function makeKey(file: string): Promise<string> {
  const made = `${file}.${randomUUID()}`;
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(made, ssh2.utils.generateKeyPairSync('ed25519').private, { mode: 0o600, flag: 'wx', flush: true });
  await link(made, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(made);
  return readFile(file, 'utf8');
}
