import { once } from 'node:events';
import { createServer } from 'node:net';
import type { GatewayRoute } from '@realmkeep/contract/gateway';
import {
  decodeFrame,
  decodeHandshake,
  decodeLoginStart,
  decodeProxyV2,
  encodeStatusResponse,
  maxHandshakeLength,
} from '@realmkeep/protocol';
import type { Handshake, ProxyHeader, ServerStatus } from '@realmkeep/protocol';
import { Wire } from '@realmkeep/testkit/wire';

/** A player that has come as far as the realm. */
export interface Arrival {
  wire: Wire;
  proxy: ProxyHeader | undefined;
  handshake: Handshake;
  name: string;
}

export const realmStatus: ServerStatus = {
  version: { name: '1.16.5', protocol: 754 },
  players: { max: 2, online: 2 },
  description: { text: 'A castle', extra: [{ text: ' on a hill', color: 'gold' }] },
};

/** Stands in for a realm's server: answers status requests, and hands the players that log in to the test. */
export class Realm {
  readonly #server = createServer({ allowHalfOpen: true });
  readonly #wires = new Set<Wire>();
  readonly #hasProxyProtocol: boolean;
  readonly #arrivals: Arrival[] = [];
  #arrived = Promise.withResolvers<void>();
  port = 0;
  /** The PROXY headers of the status requests so far. */
  readonly statusRequests: (ProxyHeader | undefined)[] = [];
  /** True: takes connections and says nothing. */
  isMute = false;

  static async start({ proxyProtocol = false } = {}): Promise<Realm> {
    const realm = new Realm(proxyProtocol);
    realm.#server.on('connection', (socket) => {
      const wire = new Wire(socket);
      realm.#wires.add(wire);
      // A connection that breaks off is the test's own doing.
      realm.#serve(wire).catch(() => socket.destroy());
    });
    realm.#server.listen(0, '127.0.0.1');
    await once(realm.#server, 'listening');
    const address = realm.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    realm.port = address.port;
    return realm;
  }

  private constructor(hasProxyProtocol: boolean) {
    this.#hasProxyProtocol = hasProxyProtocol;
  }

  route(fields: Partial<GatewayRoute> = {}): GatewayRoute {
    const endpoint = { host: '127.0.0.1', port: this.port, proxyProtocol: this.#hasProxyProtocol };
    return routeTo(endpoint, fields);
  }

  /** The next player to arrive, whoever has waited longest. */
  async nextArrival(): Promise<Arrival> {
    for (;;) {
      const arrival = this.#arrivals.shift();
      if (arrival) return arrival;
      await this.#arrived.promise;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const wire of this.#wires) wire.socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(wire: Wire): Promise<void> {
    if (this.isMute) return;
    const proxy = this.#hasProxyProtocol ? (await wire.read(decodeProxy)).header : undefined;
    const handshake = decodeHandshake(await wire.read((bytes) => decodeFrame(bytes, maxHandshakeLength)));
    const frame = await wire.readFrame();
    if (handshake.nextState === 'status') {
      this.statusRequests.push(proxy);
      wire.socket.end(encodeStatusResponse(realmStatus));
      return;
    }
    this.#arrivals.push({ wire, proxy, handshake, name: decodeLoginStart(frame).name });
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers<void>();
  }
}

function decodeProxy(bytes: Buffer): 'incomplete' | { header: ProxyHeader; bytesRead: number } {
  const decoded = decodeProxyV2(bytes);
  if (decoded === 'invalid') throw new Error('no PROXY header');
  return decoded;
}

/** The route of a realm that is ready. */
export function routeTo(endpoint: GatewayRoute['endpoint'], fields: Partial<GatewayRoute> = {}): GatewayRoute {
  return {
    realmId: 'r1',
    address: 'castle',
    name: 'Castle',
    language: 'en',
    state: 'READY',
    endpoint,
    reason: null,
    wakers: 'EVERYONE',
    slots: null,
    ...fields,
  };
}
