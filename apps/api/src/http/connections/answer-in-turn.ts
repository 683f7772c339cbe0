import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { cutConnection } from './cut-connection.ts';

/** Browsers and proxies ask one thing at a time. Of others so many requests wait on a connection. */
const maxWaiting = 8;

/** The answers of a connection that have not been sent. */
const unsent = new WeakMap<Socket, number>();

/**
 * The answers of a server that `answerInTurn` serves: they end a connection with too many waiting. Node makes one for every request, also
 * for those that it refuses by itself (no Host, an unknown Expect), while it is still parsing what came with it.
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
 * Begins with a request when the answer to the one before on its connection has been sent. Node begins with all that have come, and
 * keeps their answers for a client that does not read, or does all the work for one that has gone. A connection of whose answer nothing
 * is read for `unreadMs` ends. The server's answers are of `CountedAnswer`, which bounds how many wait.
 */
export function answerInTurn(server: FastifyInstance, unreadMs: number): void {
  /** Of the connections with a request under way, those that wait. */
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
      // A handler may be slow; whoever leaves unread what is there may not.
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
