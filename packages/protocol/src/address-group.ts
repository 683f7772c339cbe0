import { parseIpAddress } from './ip-address.ts';

/** The unit of limits per address: an IPv4 address, or an IPv6 /64, which is what a household gets. */
export function addressGroup(address: string): string {
  return startOf(address, { ipv4: 4, ipv6: 8 });
}

/** What one customer can easily get: a /24 of IPv4, a /48 of IPv6. The largest users are determined by these. */
export function wideAddressGroup(address: string): string {
  return startOf(address, { ipv4: 3, ipv6: 6 });
}

/** What one provider has: a /16 of IPv4, a /32 of IPv6. */
export function widestAddressGroup(address: string): string {
  return startOf(address, { ipv4: 2, ipv6: 4 });
}

/** So many of its bytes, in hexadecimal. */
function startOf(address: string, bytesOf: { ipv4: number; ipv6: number }): string {
  const bytes = parseIpAddress(address);
  if (!bytes) return 'unknown';
  return bytes.subarray(0, bytes.length === 4 ? bytesOf.ipv4 : bytesOf.ipv6).toString('hex');
}
