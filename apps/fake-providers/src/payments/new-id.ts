import { randomBytes } from 'node:crypto';

/** An id as the card provider makes them: what it is, and letters and digits that nobody guesses. */
export function newId(prefix: string, length = 24): string {
  const letters = randomBytes(length * 2)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '');
  return `${prefix}_${letters.slice(0, length)}`;
}
