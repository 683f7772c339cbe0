import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { cutConnection } from './cut-connection.ts';

/** A connection may send this many pieces of bodies, besides the first of each, before their average size counts. */
const small = { pieces: 256, averageBytes: 16 };

/** The pieces that a connection has sent, without the first of each body. */
const sent = new WeakMap<Socket, { pieces: number; bytes: number }>();

/**
 * The request class of the server: it ends a connection that sends bodies in very many very small pieces. A chunk of one byte costs some 4 µs,
 * and thousands fit into one packet; clients, and the network, send hundreds of bytes at a time.
 */
export class CountedRequest extends IncomingMessage {
  #begun = false;
  #isUnread = false;

  override push(piece: Buffer | null): boolean {
    if (piece !== null && this.#begun) this.#count(piece.length);
    this.#begun = true;
    return piece !== null && this.#isUnread ? true : super.push(piece);
  }

  /** If a request is answered before its body has arrived, Node drops the remaining pieces uncounted. This is undocumented. */
  _dump(): void {
    this.#isUnread = true;
    this.removeAllListeners('data');
    this.resume();
  }

  #count(length: number): void {
    const { socket } = this;
    const so = sent.get(socket) ?? { pieces: 0, bytes: 0 };
    sent.set(socket, so);
    so.pieces += 1;
    so.bytes += length;
    if (so.pieces >= small.pieces && so.bytes < small.averageBytes * so.pieces) cutConnection(socket);
  }
}
