import { createHash, randomBytes } from 'node:crypto';

/** 32 characters, of which none looks like another: no 0 and O, no 1 and I. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const length = 8;

/** 40 random bits, to be typed by hand. */
export function newLoginCode(): string {
  return Array.from(randomBytes(length), (byte) => characters[byte % characters.length]).join('');
}

/** What a realm is told of a code. */
export function hashLoginCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
