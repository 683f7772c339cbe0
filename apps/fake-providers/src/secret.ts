import { createHash, timingSafeEqual } from 'node:crypto';

/** The stored form of a code or token. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** In constant time. */
export function isSecret(given: string, secret: string): boolean {
  return timingSafeEqual(secretHash(given), secretHash(secret));
}
