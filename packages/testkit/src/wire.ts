import { once } from 'node:events';
import { connect } from 'node:net';
import type { NetConnectOpts, Socket } from 'node:net';
import {
  decodeFrame,
  decodeLoginDisconnect,
  decodeStatusRequest,
  decodeStatusResponse,
  encodeHandshake,
  encodeLoginStart,
  encodePing,
  encodeStatusRequest,
} from '@realmkeep/protocol';
import type { Frame, Handshake } from '@realmkeep/protocol';

const maxFrame = 200_000;

/** One end of a game connection: reads what the tests expect, byte by byte if need be. */
export class Wire {
  readonly socket: Socket;
  received: Buffer = Buffer.alloc(0);
  isEnded = false;
  #changed = Promise.withResolvers<void>();

  constructor(socket: Socket) {
    this.socket = socket;
    const change = (): void => {
      this.#changed.resolve();
      this.#changed = Promise.withResolvers<void>();
    };
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes]);
      change();
    });
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.isEnded = true;
        change();
      });
    }
  }

  /** Decodes and takes the next thing; throws when the other end closes before it is whole. */
  async read<T extends { bytesRead: number }>(decode: (bytes: Buffer) => T | 'incomplete'): Promise<T> {
    for (;;) {
      const decoded = decode(this.received);
      if (decoded !== 'incomplete') {
        this.received = this.received.subarray(decoded.bytesRead);
        return decoded;
      }
      if (this.isEnded) throw new Error('closed before the answer was whole');
      await this.#changed.promise;
    }
  }

  readFrame(): Promise<Frame> {
    return this.read((bytes) => decodeFrame(bytes, maxFrame));
  }

  async readBytes(length: number): Promise<Buffer> {
    const { bytes } = await this.read((all) =>
      all.length < length ? 'incomplete' : { bytes: all.subarray(0, length), bytesRead: length },
    );
    return bytes;
  }

  /** Everything until the other end closes its side. */
  async readToEnd(): Promise<Buffer> {
    while (!this.isEnded) await this.#changed.promise;
    return this.received;
  }
}

/** Connects to a port of 127.0.0.1. */
export async function dial(port: number, options: Partial<NetConnectOpts> = {}): Promise<Wire> {
  const socket = connect({ host: '127.0.0.1', ...options, port });
  const wire = new Wire(socket);
  await once(socket, 'connect');
  return wire;
}

export function handshakeTo(serverAddress: string, nextState: Handshake['nextState']): Buffer {
  return encodeHandshake({ protocolVersion: 754, serverAddress, serverPort: 25_565, nextState });
}

/** The status JSON, after checking that the ping that follows is answered. */
export async function askStatus(
  port: number,
  serverAddress: string,
  options: Partial<NetConnectOpts> = {},
): Promise<unknown> {
  const wire = await dial(port, options);
  wire.socket.write(Buffer.concat([handshakeTo(serverAddress, 'status'), encodeStatusRequest()]));
  const status: unknown = JSON.parse(decodeStatusResponse(await wire.readFrame()));
  wire.socket.write(encodePing(77n));
  const pong = decodeStatusRequest(await wire.readFrame());
  if (pong.kind !== 'ping' || pong.payload !== 77n) throw new Error('the pong is not the ping');
  wire.socket.end();
  return status;
}

/** The text that a login is refused with. */
export async function loginRefusal(port: number, serverAddress: string): Promise<string> {
  const wire = await joinRealm(port, serverAddress);
  const { text }: { text: string } = JSON.parse(decodeLoginDisconnect(await wire.readFrame()));
  await wire.readToEnd();
  wire.socket.end();
  return text;
}

/** Sends a handshake and a login start; what follows is between the realm and the test. */
export async function joinRealm(
  port: number,
  serverAddress: string,
  options: Partial<NetConnectOpts> = {},
  name = 'Steve',
): Promise<Wire> {
  const wire = await dial(port, options);
  const start = encodeLoginStart({ name, rest: Buffer.alloc(0) });
  wire.socket.write(Buffer.concat([handshakeTo(serverAddress, 'login'), start]));
  return wire;
}
