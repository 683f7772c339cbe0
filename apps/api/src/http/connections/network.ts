import { isIPv6 } from 'node:net';
import { plainAddress } from './address-list.ts';

/** Whom a limit counts: an address, or of IPv6 the /64 that one customer has. */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip);
  return plain.includes(':') && isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  return tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}
