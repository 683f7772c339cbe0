import { once } from 'node:events';
import { createServer, type Server, type ServerOpts, type Socket } from 'node:net';

/** The apparent source of connections on a proxy's socket. No others have it: it is not a valid source in TCP. */
export const proxyAddress = '0.0.0.0';

/**
 * Accepts on a held unix socket to which only this machine's reverse proxies may connect. Node reports a peer without an address like one
 * that is gone: these report proxyAddress, and a port of their own.
 * @throws Error with `code`
 */
export async function serveProxies(
  fd: number,
  options: ServerOpts,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  let count = 0;
  return serveDescriptor(fd, options, (socket) => {
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
}

/**
 * Accepts on a held socket. Of one descriptor libuv accepts a single connection in each turn of the event loop (uv__server_io in its stream.c), and a busy
 * loop turns some hundred times a second: a process that has more to accept listens on several descriptors of the socket.
 * @throws Error with `code`
 */
export async function serveDescriptor(
  fd: number,
  options: ServerOpts,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  const server = createServer(options, onConnection);
  server.listen({ fd });
  await once(server, 'listening');
  return server;
}
