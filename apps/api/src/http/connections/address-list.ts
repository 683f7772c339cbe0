import { BlockList, isIP, isIPv6 } from 'node:net';

/** IP addresses and ranges such as 10.0.0.0/8. @returns whether an address is among them, in its IPv6-mapped form too */
export function addressList(list: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const part of list) {
    const [ip = '', bits] = part.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    known.addSubnet(ip, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => known.check(plainAddress(address), isIPv6(plainAddress(address)) ? 'ipv6' : 'ipv4');
}

/** Without the zone of a link-local address, and as an IPv4 address where it is one. */
export function plainAddress(address: string): string {
  // Most are IPv4 as it is.
  if (!address.includes(':')) return address;
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}
