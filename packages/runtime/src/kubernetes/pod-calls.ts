import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type TLSSocket } from 'node:tls';
import { shortPath } from '@realmkeep/sockets';
import { heard, joinSockets, podCalls, podCallTls } from '../pod/call-from-pod.ts';
import { callKeyFor, deriveHostKey } from '../remote/host-key.ts';
import { doorSocket } from '../remote/remote-calls.ts';

const withinMs = 5000;
const lookEveryMs = 100;
const openEveryMs = 1000;
const maxConnections = 4096;
/** What a realm has open to its database, by its door, and as much that its ends are not heard of yet. */
const maxOfOne = 16;
/** Before a pod has said who it is, its address stands for it. */
const maxOfAddress = 2 * maxOfOne;

/** The doors to realms' databases, kept by another process: docs/decisions/050-guests-own-cluster.md. */
export interface PodDoors {
  /** By which pods find this process, or another that has doors too. */
  host: string;
  /** Has a folder for each realm, with its socket in it. */
  folder: string;
  /** Has the doors of the present databases opened. */
  open: () => Promise<void>;
}

interface Options {
  address: string;
  port: number;
  installationKey: string;
  /** By the name of its pod's secret; null: there is no such pod. */
  realmOf: (secret: string) => string | null;
  /** Called with the address of the realm's pod: the caller has proved to have its key and the address. */
  onHello: (realmId: string, address: string) => void;
  doors: PodDoors | null;
}

export interface ServedCalls {
  port: number;
  close(): void;
}

/** Serves what pods call for, each by its own key. @throws Error when the address or the port is another's */
export async function servePodCalls(options: Options): Promise<ServedCalls> {
  const { address, port, installationKey, realmOf, onHello, doors } = options;
  const secrets = new WeakMap<TLSSocket, string>();
  const open = new Map<TLSSocket, string>();
  /** Once for all who wait. */
  let opening: Promise<void> | null = null;
  const server = createServer({
    ...podCallTls,
    ALPNProtocols: [...podCalls],
    handshakeTimeout: withinMs,
    pskCallback: (socket, secret) => {
      secrets.set(socket, secret);
      return callKeyFor(deriveHostKey(installationKey, secret));
    },
  });
  server.maxConnections = maxConnections;
  /** By address the ports of those that have not said who they are: all pods of a node may have one address. */
  const strangers = new Map<string, Set<number>>();
  const meet = ({ remoteAddress = '', remotePort = 0 }: Pick<Socket, 'remoteAddress' | 'remotePort'>): void => {
    const ports = strangers.get(remoteAddress);
    if (ports?.delete(remotePort) && ports.size === 0) strangers.delete(remoteAddress);
  };
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '', remotePort = 0 } = socket;
    const ports = strangers.get(remoteAddress) ?? new Set<number>();
    strangers.set(remoteAddress, ports.add(remotePort));
    socket.once('close', () => meet({ remoteAddress, remotePort }));
    if (ports.size > maxOfAddress) socket.destroy();
  });
  server.on('secureConnection', (socket) => {
    meet(socket);
    const secret = secrets.get(socket) ?? '';
    const others = [...open.values()].filter((one) => one === secret);
    open.set(socket, secret);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    const realmId = realmOf(secret);
    const answer = socket.alpnProtocol === 'database' ? leadToDatabase : hearHello;
    if (realmId === null || others.length >= maxOfOne) socket.destroy();
    else answer(socket, realmId).catch(() => socket.destroy());
  });

  async function hearHello(socket: TLSSocket, realmId: string): Promise<void> {
    const [said] = (await once(socket, 'data', { signal: AbortSignal.timeout(withinMs) })) as [Buffer];
    const from = String(said);
    // Behind another's address it is not reached at that.
    if (from !== socket.remoteAddress) return void socket.destroy();
    onHello(realmId, from);
    socket.end(heard);
  }

  /** Leads to the database of the pod's own realm, whatever it asks for. */
  async function leadToDatabase(socket: TLSSocket, realmId: string): Promise<void> {
    if (doors === null) return void socket.destroy();
    const path = join(doors.folder, realmId, doorSocket);
    const deadline = Date.now() + withinMs;
    // Their keeper checks twice a second. Whoever has no database may ask for it without end.
    while (!existsSync(path) && !socket.destroyed && Date.now() < deadline) {
      await (opening ??= doors.open().finally(() => setTimeout(() => (opening = null), openEveryMs).unref()));
      await sleep(lookEveryMs);
    }
    using short = shortPath(path);
    const door = connect(short.path);
    await once(door, 'connect');
    // Gone while it waited: nothing would end the other.
    if (socket.destroyed) return void door.destroy();
    joinSockets(socket, door);
  }

  server.listen(port, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
