import { createHash, createPublicKey } from 'node:crypto';
import ssh2, { type ParsedKey } from 'ssh2';
import { AppError } from '../../../http/app-error.ts';

export interface PublicKey {
  /** As in RFC 4253, 6.6. */
  bytes: Buffer;
  fingerprint: string;
  name: string;
}

const types = new Set(['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa']);
/** A larger one costs the server too much at each login. */
const rsaBits = { least: 2048, most: 8192 };

/**
 * @param text the line of a .pub file: type, key in base64, and a comment
 * @throws AppError ssh_key_private, ssh_key_invalid, ssh_key_weak
 */
export function readPublicKey(text: string): PublicKey {
  if (/PRIVATE KEY-----|PuTTY-User-Key-File/.test(text)) throw new AppError('ssh_key_private');
  const [, type = '', base64 = '', comment = ''] =
    /^\s*([\w@.-]+) +([\w+/]+={0,2})(?: +([^\r\n]*))?\s*$/.exec(text) ?? [];
  if (type === 'ssh-dss' || type.startsWith('sk-')) throw new AppError('ssh_key_weak');
  const bytes = Buffer.from(base64, 'base64');
  const key = types.has(type) ? parsedKey(bytes) : null;
  // No trailing bytes may follow the key: they would change its fingerprint.
  if (key === null || key.type !== type || !key.getPublicSSH().equals(bytes)) throw new AppError('ssh_key_invalid');
  if (type === 'ssh-rsa') {
    const bits = createPublicKey(key.getPublicPEM()).asymmetricKeyDetails?.modulusLength ?? 0;
    if (bits < rsaBits.least || bits > rsaBits.most) throw new AppError('ssh_key_weak');
  }
  const fingerprint = fingerprintOf(bytes);
  const name = comment
    .replace(/[^\P{C}]/gu, '')
    .trim()
    .slice(0, 100);
  return { bytes, fingerprint, name: name.isWellFormed() && name !== '' ? name : fingerprint.slice(0, 15) };
}

/** Null if it is not a key, or has no point on its curve. @param bytes as in RFC 4253, 6.6 */
export function parsedKey(bytes: Buffer): ParsedKey | null {
  try {
    const key = ssh2.utils.parseKey(bytes);
    if (key instanceof Error) return null;
    createPublicKey(key.getPublicPEM());
    return key;
  } catch {
    return null;
  }
}

/** As clients show it: `SHA256:` and the public key's hash in base64 (RFC 4648, without padding). */
export function fingerprintOf(publicKey: Buffer): string {
  return `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`;
}
