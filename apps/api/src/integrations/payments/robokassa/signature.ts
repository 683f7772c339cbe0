import { createHash, getHashes, timingSafeEqual } from 'node:crypto';

/** What a shop may choose among in its settings. */
export const hashKinds = ['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'ripemd160'] as const;
export type HashKind = (typeof hashKinds)[number];

/** Not every OpenSSL has them all. */
export function isHashOffered(hash: HashKind): boolean {
  return getHashes().includes(hash);
}

/**
 * A signature in hex: a hash over the values joined by colons, followed by the shop's own parameters in the order of their
 * names. https://docs.robokassa.ru/pay-interface/
 * @param parts including the password
 * @param own parameters whose names begin with Shp_
 */
export function signatureOf(
  hash: HashKind,
  parts: readonly (string | number)[],
  own: Record<string, string> = {},
): string {
  const sorted = Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const signed = [...parts, ...sorted.map(([name, value]) => `${name}=${value}`)].join(':');
  return createHash(hash).update(signed, 'utf8').digest('hex');
}

/** In constant time, upper or lower case. */
export function isSignature(said: string, signature: string): boolean {
  const [a, b] = [Buffer.from(said.toLowerCase()), Buffer.from(signature)];
  return a.length === b.length && timingSafeEqual(a, b);
}
