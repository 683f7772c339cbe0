import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of a code or token. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** In constant time. */
export function isSecret(said: string, secret: string): boolean {
  return timingSafeEqual(secretHash(said), secretHash(secret));
}
