import { once } from 'node:events';
import { createServer, type Server, type ServerOpts, type Socket } from 'node:net';

/** Where connections on a proxy's socket seem to come from. Nobody else does: TCP has no such source. */
export const proxyAddress = '0.0.0.0';

/**
 * Accepts on a held unix socket that reverse proxies of this machine alone may connect to. Of an end without an address Node says what it says
 * of one that is gone: these say proxyAddress, and a port of their own.
 * @throws Error with `code`
 */
export async function serveProxies(
  fd: number,
  options: ServerOpts,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  let count = 0;
  const server = createServer(options, (socket) => {
    count += 1;
    const port = { value: (count % 65_535) + 1 };
    const address = { value: proxyAddress };
    Object.defineProperties(socket, {
      remoteAddress: address,
      remotePort: port,
      localAddress: address,
      localPort: port,
    });
    onConnection(socket);
  });
  server.listen({ fd });
  await once(server, 'listening');
  return server;
}
