import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { cutConnection } from './cut-connection.ts';

/** How many requests may wait on a connection. Browsers and proxies send one at a time. */
const maxWaiting = 8;

/** The unsent answers of a connection. */
const unsent = new WeakMap<Socket, number>();

/**
 * The answer class for servers with `answerInTurn`: it ends a connection with too many waiting. Node creates one for every request, even
 * for those that it refuses itself (no Host, an unknown Expect), while it is still parsing the rest of the chunk.
 */
export class CountedAnswer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(...from: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...from);
    const [{ socket }] = from;
    const count = (unsent.get(socket) ?? 0) + 1;
    unsent.set(socket, count);
    this.once('close', () => unsent.set(socket, (unsent.get(socket) ?? 1) - 1));
    if (count > 1 + maxWaiting) cutConnection(socket);
  }
}

/**
 * Starts each request of a connection once the previous answer has been sent. Node by itself starts all that have arrived, and
 * keeps their answers for a client that does not read, or does all the work for one that has gone. A connection that reads nothing of
 * an answer for `unreadMs` ends. The server must use `CountedAnswer`, which limits how many requests wait.
 */
export function answerInTurn(server: FastifyInstance, unreadMs: number): void {
  /** The waiting requests of each connection with one under way. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const goOn = (socket: Socket): void => {
    const next = waiting.get(socket)?.shift();
    if (next === undefined || socket.destroyed) waiting.delete(socket);
    else next();
  };
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Nobody is there to read an answer.
    if (socket.destroyed) return;
    const begin = (): void => {
      // A handler may be slow; a client that leaves an answer unread may not.
      reply.raw.setTimeout(unreadMs, () => socket.writableLength > 0 && socket.destroy());
      reply.raw.once('close', () => goOn(socket));
      done();
    };
    const line = waiting.get(socket);
    if (line === undefined) {
      waiting.set(socket, []);
      begin();
    } else line.push(begin);
  });
}
