import { isIPv6 } from 'node:net';
import { plainAddress } from './address-list.ts';

/** Whom a limit counts: an address, or of IPv6 the /64 that one customer has. */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.slice(0, 4).join(':');
}
