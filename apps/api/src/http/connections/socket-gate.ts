import { setTimeout as wait } from 'node:timers/promises';
import { isPublicUrl } from '@realmkeep/sockets';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Config } from '../../config.ts';
import { networkOf } from './network.ts';
import type { ProxyWatch } from './proxy-watch.ts';

const pingEveryMs = 30_000;
/** The pause between telling one socket and the next to reconnect. */
const betweenMs = 1;
/** Far more than a page sends. */
const messages = { most: 60, withinMs: 10_000 };

/** Checks that every socket comes from our own page, and that its network does not have too many open at this process. */
export class SocketGate {
  readonly #config: Config;
  readonly #watch: ProxyWatch;
  /** Open sockets by network; never more entries than the server has connections. */
  readonly #open = new Map<string, number>();
  readonly #sockets = new Set<WebSocket>();

  constructor(config: Config, watch: ProxyWatch) {
    this.#config = config;
    this.#watch = watch;
  }

  /** Admits a socket, and counts and pings it until it closes. A flooding socket gets 4429, and is cut off if it goes on. @returns false if it was closed instead, with 4403 or 4429 */
  admit(socket: WebSocket, request: FastifyRequest): boolean {
    socket.on('error', () => socket.terminate());
    boundMessages(socket);
    const code = this.#obstacle(request);
    if (code !== null) {
      socket.close(code, code === 4403 ? 'not from this page' : 'too many sockets');
      return false;
    }
    const network = networkOf(request.ip);
    this.#open.set(network, (this.#open.get(network) ?? 0) + 1);
    this.#sockets.add(socket);
    const stopPinging = pingOften(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      stopPinging();
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    });
    return true;
  }

  /** Tells every socket to reconnect, which leads to another process; not all at once, since each brings some requests. Resolves when none is left. */
  async sendAway(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.close(1012, 'come again');
      await wait(betweenMs);
    }
    await Promise.all([...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  }

  #obstacle(request: FastifyRequest): 4403 | 4429 | null {
    if (!this.#originAllowed(request)) {
      const { origin = '' } = request.headers;
      this.#watch.refused(
        'socket_origin',
        origin,
        'closed the socket of a page that neither PUBLIC_URL nor ALSO_AT names',
      );
      return 4403;
    }
    const open = this.#open.get(networkOf(request.ip)) ?? 0;
    return open >= this.#config.limits.socketsPerAddress ? 4429 : null;
  }

  /** A page of another origin must not use a visitor's browser; programs other than browsers send no Origin. */
  #originAllowed(request: FastifyRequest): boolean {
    const { origin } = request.headers;
    const { alsoAt, publicUrl, port } = this.#config;
    if (origin === undefined) return true;
    // Without a public address, visitors use any name that leads here, such as a phone using the machine's own address.
    const here = isPublicUrl(publicUrl) ? `http://localhost:${port}` : `http://${request.headers.host}`;
    return [publicUrl, ...alsoAt, `http://127.0.0.1:${port}`, `http://localhost:${port}`, here].includes(origin);
  }
}

/** Counts from the first message until the socket is gone: one that was asked to close is still read until it answers. */
function boundMessages(socket: WebSocket): void {
  let since = Date.now();
  let count = 0;
  const onMessage = (): void => {
    if (Date.now() - since > messages.withinMs) [since, count] = [Date.now(), 0];
    count += 1;
    if (count > 2 * messages.most) socket.terminate();
    else if (count > messages.most) socket.close(4429, 'too many messages');
  };
  for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, onMessage);
}

/** Ends a socket when the other side has silently gone, such as a sleeping laptop. */
function pingOften(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => (answered = true));
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, pingEveryMs);
  return () => clearInterval(timer);
}
