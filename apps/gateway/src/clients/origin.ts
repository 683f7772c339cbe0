import { isIPv6 } from 'node:net';
import type { BlockList, Socket } from 'node:net';
import { decodeProxyHeader, formatIpAddress, parseIpAddress, ProtocolError } from '@realmkeep/protocol';
import type { ProxyAddress } from '@realmkeep/protocol';
import { ClientGone } from './inbox.ts';
import type { Inbox } from './inbox.ts';

/** Where a connection truly comes from and went to. */
export interface Origin {
  source: ProxyAddress;
  destination: ProxyAddress;
}

/** A trusted proxy has sent no header of the PROXY protocol, or somebody else has. */
export class ProxyRefused extends ProtocolError {
  readonly from: string;
  constructor(from: string, message: string) {
    super(message);
    this.from = from;
  }
}

/** Whether a proxy sends it, which must say first whom it brings. */
export function isOfProxy({ remoteAddress = '' }: Socket, trustedProxies: BlockList): boolean {
  const host = plain(remoteAddress);
  return trustedProxies.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

/**
 * The connection's own addresses; of a trusted proxy's those of its PROXY header, of either version. Throws ProtocolError and ClientGone.
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
  // What else the header says is for us to say.
  return header === 'LOCAL' ? own : { source: header.source, destination: header.destination };
}

/** Of a client that made no sense: so looks a proxy that nobody has named. @throws ProxyRefused */
export function assertNoProxyHeader({ remoteAddress }: Socket, inbox: Inbox): void {
  if (typeof decodeProxyHeader(inbox.first) !== 'object') return;
  throw new ProxyRefused(plain(remoteAddress ?? ''), 'it comes from an address that PROXY_FROM does not name');
}

/** A socket of both families says IPv4's addresses as those of IPv6 that hold them. */
function plain(address: string): string {
  const bytes = parseIpAddress(address);
  return bytes ? formatIpAddress(bytes) : address;
}
