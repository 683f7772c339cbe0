import { isIPv6 } from 'node:net';
import type { BlockList, Socket } from 'node:net';
import { decodeProxyHeader, formatIpAddress, parseIpAddress, ProtocolError } from '@realmkeep/protocol';
import type { ProxyAddress } from '@realmkeep/protocol';
import { ClientGone } from './inbox.ts';
import type { Inbox } from './inbox.ts';

/** The true source and destination of a connection. */
export interface Origin {
  source: ProxyAddress;
  destination: ProxyAddress;
}

/** A trusted proxy sent no PROXY header, or somebody else sent one. */
export class ProxyRefused extends ProtocolError {
  readonly from: string;
  constructor(from: string, message: string) {
    super(message);
    this.from = from;
  }
}

/** Whether it comes from a proxy, which must first say where the player comes from. */
export function isOfProxy({ remoteAddress = '' }: Socket, trustedProxies: BlockList): boolean {
  const host = plain(remoteAddress);
  return trustedProxies.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

/**
 * The connection's own addresses, or, from a trusted proxy, those in its PROXY header of either version. Throws ProtocolError and ClientGone.
 */
export async function readOrigin(socket: Socket, inbox: Inbox, isProxied: boolean): Promise<Origin> {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  if (!remoteAddress || !remotePort || !localAddress || !localPort) throw new ClientGone();
  const own = {
    source: { host: plain(remoteAddress), port: remotePort },
    destination: { host: plain(localAddress), port: localPort },
  };
  if (!isProxied) return own;
  const { header } = await inbox.read((unread) => {
    const decoded = decodeProxyHeader(unread);
    if (decoded === 'invalid')
      throw new ProxyRefused(own.source.host, 'PROXY_FROM or PROXY_SOCKETS lets it in, but it sent no PROXY header');
    return decoded;
  });
  // Anything else in the header is ours to set.
  return header === 'LOCAL' ? own : { source: header.source, destination: header.destination };
}

/** For a client that sends garbage, which may be an unlisted proxy. @throws ProxyRefused */
export function assertNoProxyHeader({ remoteAddress }: Socket, inbox: Inbox): void {
  if (typeof decodeProxyHeader(inbox.first) !== 'object') return;
  throw new ProxyRefused(plain(remoteAddress ?? ''), 'it comes from an address that PROXY_FROM does not name');
}

/** A dual-stack socket reports IPv4 addresses in their IPv6-mapped form. */
function plain(address: string): string {
  const bytes = parseIpAddress(address);
  return bytes ? formatIpAddress(bytes) : address;
}
