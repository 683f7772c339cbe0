import { isIPv6 } from 'node:net';
import type { BlockList, Socket } from 'node:net';
import { decodeProxyV2, ProtocolError } from '@realmkeep/protocol';
import type { ProxyAddress } from '@realmkeep/protocol';
import { ClientGone } from './inbox.ts';
import type { Inbox } from './inbox.ts';

/** Where a connection truly comes from and went to. */
export interface Origin {
  source: ProxyAddress;
  destination: ProxyAddress;
}

/**
 * The connection's own addresses; from a trusted proxy, which must send one, those of its PROXY v2 header. From anyone
 * else such a header is garbage like any other. Throws ProtocolError and ClientGone.
 */
export async function readOrigin(socket: Socket, inbox: Inbox, trustedProxies: BlockList): Promise<Origin> {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  if (!remoteAddress || !remotePort || !localAddress || !localPort) throw new ClientGone();
  const own = {
    source: { host: remoteAddress, port: remotePort },
    destination: { host: localAddress, port: localPort },
  };
  if (!trustedProxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return own;
  const { header } = await inbox.read((unread) => {
    const decoded = decodeProxyV2(unread);
    if (decoded === 'invalid') throw new ProtocolError('a trusted proxy sent no PROXY v2 header');
    return decoded;
  });
  // What else the header says is for us to say.
  return header === 'LOCAL' ? own : { source: header.source, destination: header.destination };
}
