import { BlockList, isIP } from 'node:net';

/** Addresses that nobody reaches from elsewhere: this machine's own, private (RFC 1918, 4193), link-local, shared (RFC 6598). */
const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  inside.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  inside.addSubnet(network, bits, 'ipv6');
}

/** Whether the product is there for the world. Whatever is not known to be inside counts as public. */
export function isPublicUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  // The list sees the IPv4 address in ::ffff:10.0.0.1 by itself.
  if (isIP(host)) return !inside.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  return !/(^|\.)localhost$|\.local$/.test(host);
}
