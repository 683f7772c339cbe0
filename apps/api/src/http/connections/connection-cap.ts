import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressList } from './address-list.ts';
import { Crowd } from './crowd.ts';
import { CutNetworks } from './cut-networks.ts';
import { wasCut } from './cut-connection.ts';
import { networkOf } from './network.ts';

interface ConnectionLimits {
  all: number;
  ofNetwork: number;
  /** Unread bytes of answers on all of them together. */
  unreadBytes: number;
}

/** How often unread bytes are added up. */
const lookEveryMs = 1_000;

/**
 * Limits the number of connections, per network and in total. When all are taken, an idle one of the wide network with the most gives
 * way, so that nobody keeps others out by holding connections. Those with unread answers end in the same order. A network with connections
 * cut again and again for too many requests at once is kept out for a while, since each new one costs a chunk of them. Reverse
 * proxies are exempt: they speak for everybody.
 */
export function capConnections(server: Server, limits: ConnectionLimits, proxies: readonly string[]): void {
  const isProxy = addressList(proxies);
  const open = new Map<string, number>();
  const cuts = new CutNetworks();
  const crowd = new Crowd<Socket>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    // It was gone before it was accepted, like those that waited for a stopped process: nobody reads the answers.
    if (address === undefined) {
      socket.destroy();
      return;
    }
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= limits.ofNetwork || cuts.isKeptOut(network)) {
      socket.destroy();
      return;
    }
    if (crowd.size >= limits.all) {
      const gone = crowd.firstToGo();
      if (gone) crowd.delete(gone);
      gone?.destroy();
    }
    open.set(network, count + 1);
    crowd.add(socket, address);
    socket.once('close', () => {
      crowd.delete(socket);
      if (wasCut(socket)) cuts.note(network);
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
  server.on('request', ({ socket }, response) => {
    crowd.setBusy(socket, true);
    response.once('close', () => crowd.setBusy(socket, false));
  });
  server.on('upgrade', ({ socket }) => crowd.setBusy(socket, true));
  const looking = setInterval(() => endUnread(crowd, limits.unreadBytes), lookEveryMs).unref();
  server.once('close', () => {
    clearInterval(looking);
    cuts.close();
  });
}

/** Ends connections of the wide networks with the most unread bytes, until at most `most` are left. */
function endUnread(crowd: Crowd<Socket>, most: number): void {
  const groups = crowd.groups().map((sockets) => {
    const unread = [...sockets].filter(({ writableLength }) => writableLength > 0);
    return { unread, bytes: unread.reduce((sum, { writableLength }) => sum + writableLength, 0) };
  });
  let bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
  if (bytes <= most) return;
  for (const socket of groups.sort((a, b) => b.bytes - a.bytes).flatMap(({ unread }) => unread)) {
    if (bytes <= most) return;
    bytes -= socket.writableLength;
    socket.destroy();
  }
}
