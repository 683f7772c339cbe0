import { BlockList, isIP } from 'node:net';
import { closedRanges } from './closed-ranges.ts';

const notPublic4 = listOf('ipv4', closedRanges);
/** Of IPv6 only 2000::/3 is given out; what leads to IPv4 by a tunnel (Teredo, 6to4) could lead to a local network. A list of its own: one list holds ranges of IPv6 against IPv4 addresses too. */
const notPublic6 = listOf('ipv6', ['::/3', '4000::/2', '8000::/1', '2001::/32', '2001:db8::/32', '2002::/16']);

/** The address if it is one of the public internet, an IPv4 address within IPv6 as what it is; otherwise null. */
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
