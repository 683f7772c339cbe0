import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { cutConnection } from './cut-connection.ts';

/** A connection may send so many pieces of bodies, besides the first of each, before they have to hold so many bytes on average. */
const small = { pieces: 256, averageBytes: 16 };

/** What a connection has sent in pieces besides the first of a body. */
const sent = new WeakMap<Socket, { pieces: number; bytes: number }>();

/**
 * The requests of a server: they end a connection whose bodies come in very many very small pieces. A chunk of one byte costs some 4 µs,
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

  /** Of a body that is left when its request is answered Node drops the pieces by itself, uncounted. It does not document this. */
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
