import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { GatewayEndpoint } from '@realmkeep/contract/gateway';
import { shortPath } from '@realmkeep/sockets';

/** Starts connecting to a realm. */
export function dial(endpoint: GatewayEndpoint, options: Omit<NetConnectOpts, 'host' | 'port' | 'path'>): Socket {
  if ('port' in endpoint) {
    const { host, port } = endpoint;
    return connect({ ...options, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs, host, port });
  }
  // The host is looked up at once.
  using short = shortPath(endpoint.path);
  return connect({ ...options, path: short.path });
}

const keepAliveMs = 60_000;
