import { BlockList, isIP } from 'node:net';
import { closedRanges } from './closed-ranges.ts';

const notPublic4 = listOf('ipv4', closedRanges);
/** Only 2000::/3 of IPv6 is allocated; tunnels to IPv4 (Teredo, 6to4) could lead to a local network. A separate list, as a common one would compare IPv6 ranges with IPv4 addresses too. */
const notPublic6 = listOf('ipv6', ['::/3', '4000::/2', '8000::/1', '2001::/32', '2001:db8::/32', '2002::/16']);

/** The address if it is public, with IPv4-mapped IPv6 as IPv4; otherwise null. */
export function publicAddress(ip: string): string | null {
  const address = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1] ?? ip;
  if (isIP(address) === 4) return notPublic4.check(address, 'ipv4') ? null : address;
  return isIP(address) === 6 && !notPublic6.check(address, 'ipv6') ? address : null;
}

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits ?? 32), family);
  }
  return list;
}
