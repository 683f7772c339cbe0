import type { Socket } from 'node:net';
import Client from 'minecraft-protocol/src/client.js';
import ProtocolServer from 'minecraft-protocol/src/server.js';
import type { Origin } from '../../game-port.ts';
import { boundClient } from './client-bounds.ts';
import type { Client as ClientShape } from '../squid/squid.ts';

/** How long a client may take to read why it is disconnected, and then to close. */
const readReasonMs = 10_000;
const closeMs = 1000;

/** minecraft-protocol's own reasons, said better. */
const saidBetter = new Map([
  ['KeepAliveTimeout', 'Your connection was lost.'],
  ['LoginTimeout', 'Your client took too long to log in.'],
]);

/** What the gateway says of each connection: set by `accept`. */
const origins = new WeakMap<ClientShape, Origin>();

export function originOf(client: ClientShape): Origin {
  return origins.get(client) ?? { address: 'unknown address', unregistered: false };
}

/** minecraft-protocol's server without a port of its own: connections come through `accept`. */
export class GameServer extends ProtocolServer {
  /** flying-squid asks it for its port. */
  readonly socketServer = { address: () => ({ port: 0 }) };
  #lastId = 0;

  /** Called by minecraft-protocol; flying-squid then waits for the event. */
  listen(): void {
    setImmediate(() => this.emit('listening'));
  }

  accept(socket: Socket, origin: Origin): void {
    const client = new Client(true, this.version, this.customPackets, this.hideErrors);
    client.id = this.#lastId += 1;
    origins.set(client, origin);
    boundClient(client);
    makeEndSayWhy(client);
    this.clients[client.id] = client;
    client.once('end', () => {
      delete this.clients[client.id];
    });
    writeOnceATurn(socket);
    client.setSocket(socket);
    this.emit('connection', client);
  }
}

/** All writes of one turn of the event loop go out in one system call. */
function writeOnceATurn(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (...args: unknown[]) => {
    if (socket.writableCorked === 0) {
      socket.cork();
      setImmediate(() => socket.uncork());
    }
    return write(...args);
  };
}

const sentOff = new WeakSet<ClientShape>();

/** Whether the client is being disconnected: whatever it still sends is ignored. */
export function isSentOff(client: ClientShape): boolean {
  return sentOff.has(client);
}

/** `client.end(reason)` shows the player the reason, and closes the connection even if their client does not. */
function makeEndSayWhy(client: ClientShape): void {
  const end = client.end.bind(client);
  client.end = (why) => {
    if (sentOff.has(client)) return;
    sentOff.add(client);
    const reason = JSON.stringify({ text: saidBetter.get(why) ?? why });
    if (client.state === 'play') client.write('kick_disconnect', { reason });
    else if (client.state === 'login') client.write('disconnect', { reason });
    end(why);
    const { socket } = client;
    // Closed at once, what has not been sent yet would be lost, the reason with it.
    socket.once('finish', () => setTimeout(() => socket.destroy(), closeMs).unref());
    setTimeout(() => socket.destroy(), readReasonMs).unref();
  };
}
