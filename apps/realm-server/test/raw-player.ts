import { once } from 'node:events';
import type { Socket } from 'node:net';
import { deflateSync, inflateSync } from 'node:zlib';
import { decodeVarInt, encodeHandshake, encodeLoginStart, encodeVarInt } from '@realmkeep/protocol';
import { connectThroughProxy } from './realm-process.ts';

const deadlineMs = 20_000;
/** From here on packets are packed, as the realm's library has it. */
const packedFromBytes = 256;
/** Packets of protocol 754: to the client, and from it. */
const toClient = {
  spawnCreature: 0x02,
  setCompression: 0x03,
  transaction: 0x11,
  keepAlive: 0x1f,
  openWindow: 0x2d,
  position: 0x34,
};
const toRealm = { teleportConfirm: 0x00, windowClick: 0x09, keepAlive: 0x10 };
/** Where in the packet position its number begins. */
const teleportIdAt = 34;
/** The language, a view of two chunks, which is the least, and how the client shows things. */
const settings = Buffer.from('0502656e0200010001', 'hex');

/** A player who sends arbitrary bytes, and joins as a guest. */
export class RawPlayer {
  readonly #socket: Socket;
  readonly #awaited = new Map<string, () => void>();
  /** The number of the window that was opened last; 0 is the player's own. */
  window = 0;
  /** The numbers of creatures that the player has been shown, those last that were shown last. */
  readonly creatures: number[] = [];
  #received: Buffer = Buffer.alloc(0);
  #isPacked = false;
  /** Before that packets have other numbers. */
  #isIn = false;
  #clicks = 0;
  #hasEnded = false;

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    const end = (): void => {
      this.#hasEnded = true;
      for (const tell of this.#awaited.values()) tell();
    };
    socket.once('end', end).once('close', end);
  }

  /** @param meanwhile bytes that follow the login at once, before it is answered */
  static async join(gameSocket: string, name: string, meanwhile: Buffer = Buffer.alloc(0)): Promise<RawPlayer> {
    const socket = await connectThroughProxy(gameSocket);
    const player = new RawPlayer(socket);
    const isIn = player.#await('in');
    const host = { protocolVersion: 754, serverAddress: 'x', serverPort: 1, nextState: 'login' } as const;
    socket.write(Buffer.concat([encodeHandshake(host), encodeLoginStart({ name, rest: Buffer.alloc(0) }), meanwhile]));
    await isIn;
    player.send(settings);
    return player;
  }

  get isThere(): boolean {
    return !this.#hasEnded;
  }

  /** One packet: its number and its fields. */
  send(packet: Buffer): void {
    this.#socket.write(packed(packet));
  }

  sendBytes(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Resolves when the realm has answered something sent now, or has closed the connection. */
  answered(): Promise<void> {
    return this.click(99, 0, 0, 0);
  }

  /** Clicks in a window, and resolves in the same way. */
  async click(window: number, slot: number, button: number, mode: number): Promise<void> {
    if (this.#hasEnded) return;
    const action = (this.#clicks = (this.#clicks + 1) & 0x7fff);
    const click = Buffer.from([toRealm.windowClick, window, 0, 0, button, action >> 8, action & 0xff, mode, 0]);
    click.writeInt16BE(slot, 2);
    const answer = this.#await(`click ${action}`);
    this.send(click);
    await answer;
  }

  leave(): void {
    this.#socket.destroy();
  }

  async gone(): Promise<void> {
    if (!this.#socket.destroyed) await once(this.#socket, 'close', { signal: AbortSignal.timeout(deadlineMs) });
  }

  async #await(what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error(`the realm has not answered: ${what}`)), deadlineMs);
    this.#awaited.set(what, resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#awaited.delete(what);
    }
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (;;) {
      const length = decodeVarInt(this.#received);
      if (length === 'incomplete' || this.#received.length < length.bytesRead + length.value) return;
      const end = length.bytesRead + length.value;
      const frame = this.#received.subarray(length.bytesRead, end);
      this.#received = this.#received.subarray(end);
      this.#hear(this.#isPacked ? unpacked(frame) : frame);
    }
  }

  #hear(packet: Buffer): void {
    const id = packet[0];
    if (!this.#isPacked) {
      this.#isPacked = id === toClient.setCompression;
    } else if (id === toClient.keepAlive) {
      this.send(Buffer.concat([Buffer.from([toRealm.keepAlive]), packet.subarray(1)]));
    } else if (id === toClient.transaction) {
      this.#awaited.get(`click ${packet.readInt16BE(2)}`)?.();
    } else if (id === toClient.spawnCreature && this.#isIn) {
      const number = decodeVarInt(packet, 1);
      if (number !== 'incomplete') this.creatures.push(number.value);
    } else if (id === toClient.openWindow) {
      this.window = packet[1] ?? 0;
    } else if (id === toClient.position) {
      this.#isIn = true;
      this.send(Buffer.concat([Buffer.from([toRealm.teleportConfirm]), packet.subarray(teleportIdAt)]));
      this.#awaited.get('in')?.();
    }
  }
}

/** As it goes over the wire once the realm has said that packets are packed. */
export function packed(packet: Buffer): Buffer {
  const isLong = packet.length >= packedFromBytes;
  const body = isLong
    ? Buffer.concat([encodeVarInt(packet.length), deflateSync(packet)])
    : Buffer.concat([Buffer.from([0]), packet]);
  return Buffer.concat([encodeVarInt(body.length), body]);
}

function unpacked(frame: Buffer): Buffer {
  const length = decodeVarInt(frame);
  if (length === 'incomplete') return Buffer.alloc(1);
  const body = frame.subarray(length.bytesRead);
  return length.value === 0 ? body : inflateSync(body);
}
