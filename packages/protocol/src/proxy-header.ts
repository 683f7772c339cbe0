import { isIPv4, isIPv6 } from 'node:net';
import { formatIpAddress, parseIpAddress } from './ip-address.ts';
import { decodeProxyV2, type ProxyHeader } from './proxy-v2.ts';

/** As far as the longest line of version 1, with what ends it. */
const maxLineLength = 107;
const begin = Buffer.from('PROXY ');

type Decoded = ReturnType<typeof decodeProxyV2>;

/**
 * The header of either version at the start of `buffer`, as proxies before us send it: nginx knows version 1 alone.
 * Source: https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt sections 2.1 and 2.2
 */
export function decodeProxyHeader(buffer: Buffer): Decoded {
  return buffer[0] === begin[0] ? decodeProxyV1(buffer) : decodeProxyV2(buffer);
}

function decodeProxyV1(buffer: Buffer): Decoded {
  const compared = Math.min(buffer.length, begin.length);
  if (!buffer.subarray(0, compared).equals(begin.subarray(0, compared))) return 'invalid';
  const end = buffer.subarray(0, maxLineLength).indexOf('\r\n');
  if (end < 0) return buffer.length < maxLineLength ? 'incomplete' : 'invalid';
  const [, family = '', from = '', to = '', fromPort = '', toPort = '', more] = buffer
    .subarray(0, end)
    .toString('latin1')
    .split(' ');
  const bytesRead = end + 2;
  if (family === 'UNKNOWN') return { header: 'LOCAL', bytesRead };
  const isAddress = family === 'TCP4' ? isIPv4 : family === 'TCP6' ? isIPv6 : null;
  const ports = [fromPort, toPort].map(Number);
  const arePorts = [fromPort, toPort].every((port) => /^\d{1,5}$/.test(port)) && ports.every((port) => port < 65_536);
  if (!isAddress?.(from) || !isAddress(to) || !arePorts || more !== undefined) return 'invalid';
  const [source = 0, destination = 0] = ports;
  const header: ProxyHeader = {
    source: { host: plain(from), port: source },
    destination: { host: plain(to), port: destination },
  };
  return { header, bytesRead };
}

/** As version 2 gives it. */
function plain(address: string): string {
  const bytes = parseIpAddress(address);
  return bytes ? formatIpAddress(bytes) : address;
}
