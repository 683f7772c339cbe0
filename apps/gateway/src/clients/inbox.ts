import type { Socket } from 'node:net';
import { ProtocolError } from '@realmkeep/protocol';

/** The client hung up, or was cut off, before it sent what we waited for. */
export class ClientGone extends Error {}

/** The most a client may send before it is answered: a handshake and a login start are a tenth of it. */
const maxUnreadBytes = 16 * 1024;

/** The bytes that a client has sent and nobody has read yet. */
export class Inbox {
  readonly #socket: Socket;
  #unread: Buffer = Buffer.alloc(0);
  #first: Buffer | null = null;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', this.#onData);
    socket.on('end', this.#onOver);
    socket.on('close', this.#onOver);
  }

  /** The first bytes, even if they have been read since. */
  get first(): Buffer {
    return this.#first ?? Buffer.alloc(0);
  }

  /** What is unread now. */
  get unread(): Buffer {
    return this.#unread;
  }

  /**
   * Decodes the next message once it is complete, and removes its bytes.
   * Throws what `decode` throws, and ClientGone when no more will come.
   */
  async read<T extends { bytesRead: number }>(decode: (unread: Buffer) => T | 'incomplete'): Promise<T> {
    for (;;) {
      const decoded = decode(this.#unread);
      if (decoded !== 'incomplete') {
        this.#unread = this.#unread.subarray(decoded.bytesRead);
        return decoded;
      }
      if (this.#unread.length > maxUnreadBytes) throw new ProtocolError('too much before an answer');
      if (!(await this.more())) throw new ClientGone();
    }
  }

  /** True when more has come; false when the client is gone, or after `patienceMs` if that is given. */
  async more(patienceMs?: number): Promise<boolean> {
    if (this.#isOver) return false;
    const before = this.#unread.length;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = patienceMs === undefined ? undefined : setTimeout(resolve, patienceMs);
    this.#wake = resolve;
    if (this.#socket.isPaused()) this.#socket.resume();
    await promise;
    clearTimeout(timer);
    return this.#unread.length > before;
  }

  /** Returns the unread bytes, and leaves the socket paused for its next reader. */
  handOver(): Buffer {
    this.#detach();
    this.#socket.pause();
    return this.#unread;
  }

  /** Discards everything that still arrives: closing with unread bytes would reset the connection before the last answer arrives. */
  discard(): void {
    this.#detach();
    this.#socket.resume();
  }

  #detach(): void {
    this.#socket.off('data', this.#onData);
    this.#socket.off('end', this.#onOver);
    this.#socket.off('close', this.#onOver);
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#first ??= bytes;
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    // A hostile client's bytes must not pile up while its answer is prepared.
    if (this.#unread.length > maxUnreadBytes) this.#socket.pause();
    this.#wake();
  };

  readonly #onOver = (): void => {
    this.#isOver = true;
    this.#wake();
  };
}
