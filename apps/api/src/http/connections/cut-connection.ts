import type { Socket } from 'node:net';

const cut = new WeakSet<Socket>();

/** With undocumented parts of Node: the parser, and its callbacks for each request and each piece of a body. */
type ParsedSocket = Socket & { parser?: { onIncoming: () => number; incoming: unknown } | null };

/**
 * Ends the connection of a client that sends too much at once, within the chunk that is being parsed: thousands of requests, or pieces of
 * a body, fit into one. The parser stops when a callback returns less than 0, and drops the pieces of a request that it no longer knows.
 */
export function cutConnection(socket: ParsedSocket): void {
  cut.add(socket);
  socket.destroy();
  if (!socket.parser) return;
  socket.parser.onIncoming = () => -1;
  socket.parser.incoming = null;
}

/** @returns whether `cutConnection` ended it */
export const wasCut = (socket: Socket): boolean => cut.has(socket);
