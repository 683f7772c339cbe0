import { constants, deflateSync, inflateSync } from 'node:zlib';
import { decodeVarInt, encodeVarInt } from '@realmkeep/protocol';
import type { Client } from '../squid/squid.ts';

/** The longest packet a client may send; more than any needs to build. */
const maxPacketBytes = 128 * 1024;
const maxLengthBytes = 3;
/** What may wait for a client that does not read: packets, and bytes. */
const maxWaitingPackets = 4000;
const maxWaitingBytes = 16 << 20;
/** So much of one client is read in one turn, unpacked. No player sends a tenth of that; the rest waits, and the client with it. */
const perTurn = { packets: 50, bytes: 256 * 1024 };
const turnMs = 50;

/**
 * Bounds what one connection can cost. minecraft-protocol believes a client's lengths: a packet may claim 2 GiB, a negative
 * length makes it run in circles for ever, a kilobyte may unpack to a gigabyte; and a fault in a handler ends the whole
 * process. Here each of these ends that connection. Who sends without pause is read at the pace of the game.
 */
export function boundClient(client: Client): void {
  const { splitter } = client;
  let left = { ...perTurn };
  let turnEnds = 0;

  function mayReadAnother(): boolean {
    const now = performance.now();
    if (now >= turnEnds) [left, turnEnds] = [{ ...perTurn }, now + turnMs];
    left.packets -= 1;
    return left.packets >= 0 && left.bytes > 0;
  }
  function readOn(done: (error?: Error | null) => void): void {
    try {
      if (client.ended || readPackets(splitter, mayReadAnother) === 'all') done();
      else setTimeout(() => readOn(done), turnMs);
    } catch (error) {
      done(asError(error));
    }
  }
  splitter._transform = (chunk, _encoding, done) => {
    splitter.buffer = splitter.buffer.length === 0 ? chunk : Buffer.concat([splitter.buffer, chunk]);
    readOn(done);
  };
  const setCompressionThreshold = client.setCompressionThreshold.bind(client);
  client.setCompressionThreshold = (threshold) => {
    setCompressionThreshold(threshold);
    if (client.decompressor) boundDecompressor(client.decompressor, (bytes) => (left.bytes -= bytes));
    if (client.compressor) packFast(client.compressor, threshold);
  };
}

/**
 * From now on only this reaches the parser of the game's libraries, which is replaced at each change of the connection's state.
 * @param wantedOf null for a packet that is not to be parsed; an error ends the connection
 */
export function parseOnly(client: Client, wantedOf: (packet: Buffer) => Buffer | null): void {
  const setSerializer = client.setSerializer.bind(client);
  client.setSerializer = (state) => {
    setSerializer(state);
    boundParser();
  };
  boundParser();

  function boundParser(): void {
    const { deserializer } = client;
    const parse = deserializer._transform.bind(deserializer);
    deserializer._transform = (packet, encoding, done) => {
      let wanted: Buffer | null;
      try {
        wanted = wantedOf(packet);
      } catch (error) {
        return done(asError(error));
      }
      if (wanted) parse(wanted, encoding, done);
      else done();
    };
  }
}

/** Whether more waits for the client than it will ever read. */
export function isTooSlow(client: Client): boolean {
  const { serializer, framer, socket } = client;
  const bytes = framer.readableLength + framer.writableLength + socket.writableLength;
  return serializer.writableLength > maxWaitingPackets || bytes > maxWaitingBytes;
}

/** Passes on each complete packet without its length, and keeps the bytes of an incomplete one. */
function readPackets(splitter: Client['splitter'], mayReadAnother: () => boolean): 'all' | 'some' {
  for (;;) {
    const received = splitter.buffer;
    const length = decodeVarInt(received, 0, maxLengthBytes);
    if (length === 'incomplete') return 'all';
    if (length.value < 1 || length.value > maxPacketBytes) throw new Error('a packet has an impossible length');
    const end = length.bytesRead + length.value;
    if (received.length < end) return 'all';
    if (!mayReadAnother()) return 'some';
    splitter.buffer = received.subarray(end);
    splitter.push(received.subarray(length.bytesRead, end));
  }
}

/** @param spend is called with the length of each packet before it is unpacked */
function boundDecompressor(decompressor: NonNullable<Client['decompressor']>, spend: (bytes: number) => void): void {
  decompressor._transform = (chunk, _encoding, done) => {
    try {
      const length = decodeVarInt(chunk, 0);
      if (length === 'incomplete') throw new Error('a packet has no length');
      const body = chunk.subarray(length.bytesRead);
      if (length.value < 0 || length.value > maxPacketBytes) throw new Error('a packet has an impossible length');
      spend(length.value);
      decompressor.push(length.value === 0 ? body : inflateSync(body, { maxOutputLength: length.value }));
      done();
    } catch (error) {
      done(asError(error));
    }
  };
}

/** A column of land takes a third of the time and of the memory, which is allocated each time, for a fifth more bytes. */
const packing = { level: constants.Z_BEST_SPEED, windowBits: 13, memLevel: 7 };

function packFast(compressor: NonNullable<Client['compressor']>, threshold: number): void {
  compressor._transform = (packet, _encoding, done) => {
    const isLong = packet.length >= threshold;
    const body = isLong ? deflateSync(packet, packing) : packet;
    compressor.push(Buffer.concat([encodeVarInt(isLong ? packet.length : 0), body]));
    done();
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
