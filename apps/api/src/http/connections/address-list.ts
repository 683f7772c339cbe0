import { BlockList, isIP, isIPv6 } from 'node:net';
import { formatIpAddress, parseIpAddress } from '@realmkeep/protocol';

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

/** Without the zone of a link-local address, and as IPv4 if it is a mapped IPv4 address, however that is written. */
export function plainAddress(address: string): string {
  const bytes = parseIpAddress(address);
  return bytes ? formatIpAddress(bytes) : address;
}
