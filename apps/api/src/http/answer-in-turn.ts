import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers and proxies ask one thing at a time. Of others so many requests wait on a connection. */
const maxWaiting = 8;

/**
 * Begins with a request when the answer to the one before on its connection has been sent. Node begins with all that have come, and
 * keeps their answers for a client that does not read, or does all the work for one that has gone. A connection with too many waiting
 * ends, and so does one of whose answer nothing is read for `unreadMs`.
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
    } else if (line.length < maxWaiting) line.push(begin);
    else socket.destroy();
  });
}
