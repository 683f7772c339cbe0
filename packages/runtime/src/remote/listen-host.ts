import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { shortPath } from '@realmkeep/sockets';
import type { HostAddress } from './host-connection.ts';
import { hostCertificate } from './host-certificate.ts';
import type { HostKey } from './host-key.ts';

/** A connection without complete headers by then is closed. */
const headersMs = 10_000;
/** Of all apis together, what they watch included. */
const maxConnections = 4096;

export interface HostServer {
  /** 0 on a unix socket. */
  port: number;
  /** Ends calls under way. */
  close(): Promise<void>;
}

/** Serves a host at a port, by TLS 1.3 with the certificate of its key, or on a unix socket for this user alone. */
export async function listenHost(address: HostAddress, key: HostKey, listener: RequestListener): Promise<HostServer> {
  const common = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersMs,
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
    connectionsCheckingInterval: 5000,
  };
  const server: Server =
    'path' in address
      ? createPlainServer(common, listener)
      : createTlsServer(
          { ...common, ...hostCertificate(key), minVersion: 'TLSv1.3', handshakeTimeout: headersMs },
          listener,
        );
  server.maxConnections = maxConnections;
  if ('path' in address) {
    await rm(address.path, { force: true });
    using short = shortPath(address.path);
    server.listen(short.path);
    await once(server, 'listening');
    await chmod(address.path, 0o600);
  } else {
    server.listen(address.port, address.host);
    await once(server, 'listening');
  }
  return {
    port: 'path' in address ? 0 : (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
