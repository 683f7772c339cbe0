import { createHash } from 'node:crypto';
import { isSecret } from '../secret.ts';

/**
 * A signature in hex: SHA-256 over the values with colons between, the shop's own parameters behind them in the order of their names.
 * https://docs.robokassa.ru/pay-interface/
 * @param parts the password among them
 * @param own parameters whose names begin with Shp_
 */
export function signatureOf(parts: readonly (string | number)[], own: Record<string, string> = {}): string {
  const sorted = Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const signed = [...parts, ...sorted.map(([name, value]) => `${name}=${value}`)].join(':');
  return createHash('sha256').update(signed, 'utf8').digest('hex');
}

/** In constant time, upper or lower case. */
export function isSignature(given: string, signature: string): boolean {
  return isSecret(given.toLowerCase(), signature);
}
