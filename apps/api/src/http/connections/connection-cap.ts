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
  /** What has been answered on all of them together and not been read. */
  unreadBytes: number;
}

/** How often what is unread is added up. */
const lookEveryMs = 1_000;

/**
 * Bounds how many connections there are. One network has so many; where all are taken, an idle one of the wide network that has most gives
 * way, so that nobody keeps others out by holding them. Whose answers nobody reads end in the same order. A network that has connections
 * ended again and again, for too many requests at once, is kept out for a while: a new one costs a chunk of them each time. The reverse
 * proxies speak for everybody.
 */
export function capConnections(server: Server, limits: ConnectionLimits, proxies: readonly string[]): void {
  const isProxy = addressList(proxies);
  const open = new Map<string, number>();
  const cuts = new CutNetworks();
  const crowd = new Crowd<Socket>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    // It was gone before it was accepted, as those are that have waited for a process that was stopped: nobody reads what they have asked.
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

/** Ends those of the wide networks that leave most unread, until no more than `most` bytes are. */
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
