import { parseIpAddress } from './ip-address.ts';

/** What limits per address count as one: an IPv4 address, or an IPv6 /64, which is what one household is given. */
export function addressGroup(address: string): string {
  const bytes = parseIpAddress(address);
  if (!bytes) return 'unknown';
  return bytes.subarray(0, bytes.length === 4 ? 4 : 8).toString('hex');
}
