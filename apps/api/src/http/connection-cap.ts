import type { Server, Socket } from 'node:net';
import { addressList } from './address-list.ts';
import { networkOf } from './network.ts';

/** So many connections of one network at once, so that none takes every one there is. The reverse proxies speak for everybody. */
export function capConnections(server: Server, perNetwork: number, proxies: readonly string[]): void {
  const isProxy = addressList(proxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= perNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
