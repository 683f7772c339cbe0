import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM: nonce, ciphertext, tag. Random nonces of 96 bits are safe for 2^32 texts under one key (NIST SP 800-38D, 8.3).
 * @param tokenKey the secret that all keys are derived from
 * @param owner what the text belongs to: it can be opened for nothing else, so rows cannot be swapped
 */
export function seal(tokenKey: string, owner: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(tokenKey), nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when it was sealed for another owner or with another key, or was tampered with */
export function unseal(tokenKey: string, owner: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(tokenKey), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
}

function keyOf(tokenKey: string): Buffer {
  return createHmac('sha256', tokenKey).update('chat tokens').digest();
}
