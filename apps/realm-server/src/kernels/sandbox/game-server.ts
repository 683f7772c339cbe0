import type { Socket } from 'node:net';
import Client from 'minecraft-protocol/src/client.js';
import ProtocolServer from 'minecraft-protocol/src/server.js';
import { boundClient } from './client-bounds.ts';
import type { Client as ClientShape } from './squid.ts';

const CLOSE_TIMEOUT_MS = 1000;

/** Of each connection, where its player is: set by `accept`. */
export const addresses = new WeakMap<ClientShape, string>();

/** minecraft-protocol's server without a port of its own: connections come through `accept`. */
export class GameServer extends ProtocolServer {
  /** flying-squid asks it for its port. */
  readonly socketServer = { address: () => ({ port: 0 }) };
  #lastId = 0;

  /** Called by minecraft-protocol; flying-squid then waits for the event. */
  listen(): void {
    setImmediate(() => this.emit('listening'));
  }

  /** @param address the player's own address. */
  accept(socket: Socket, address: string): void {
    const client = new Client(true, this.version, this.customPackets, this.hideErrors);
    client.id = this.#lastId += 1;
    addresses.set(client, address);
    boundClient(client);
    makeEndSayWhy(client);
    this.clients[client.id] = client;
    client.once('end', () => {
      delete this.clients[client.id];
    });
    client.setSocket(socket);
    this.emit('connection', client);
  }
}

/** `client.end(words)` tells the player the words, and closes the connection even if he does not. */
function makeEndSayWhy(client: ClientShape): void {
  const end = client.end.bind(client);
  let ended = false;
  client.end = (words) => {
    if (ended) return;
    ended = true;
    const reason = JSON.stringify({ text: words });
    if (client.state === 'play') client.write('kick_disconnect', { reason });
    else if (client.state === 'login') client.write('disconnect', { reason });
    end(words);
    setTimeout(() => client.socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  };
}
