import { inflateSync } from 'node:zlib';
import { decodeVarInt } from '@realmkeep/protocol';
import type { Client } from './squid.ts';

/** The longest packet a client may send; more than any needs to build. */
const MAX_PACKET_BYTES = 128 * 1024;
const MAX_LENGTH_BYTES = 3;
/** What may wait for a client that does not read: packets, and bytes. */
const MAX_WAITING_PACKETS = 4000;
const MAX_WAITING_BYTES = 16 << 20;

/**
 * Bounds what one connection can cost. minecraft-protocol believes a client's lengths: a packet may claim 2 GiB, a negative
 * length makes it run in circles for ever, a kilobyte may unpack to a gigabyte; and a fault in a handler ends the whole
 * process. Here each of these ends that connection.
 */
export function boundClient(client: Client): void {
  const { splitter } = client;
  splitter._transform = (chunk, _encoding, done) => {
    try {
      splitter.buffer = pushPackets(Buffer.concat([splitter.buffer, chunk]), (packet) => splitter.push(packet));
      done();
    } catch (error) {
      done(asError(error));
    }
  };
  const setCompressionThreshold = client.setCompressionThreshold.bind(client);
  client.setCompressionThreshold = (threshold) => {
    setCompressionThreshold(threshold);
    if (client.decompressor) boundDecompressor(client.decompressor);
  };
}

/** Whether more waits for the client than it will ever read. */
export function isTooSlow(client: Client): boolean {
  const { serializer, framer, socket } = client;
  const bytes = framer.readableLength + framer.writableLength + socket.writableLength;
  return serializer.writableLength > MAX_WAITING_PACKETS || bytes > MAX_WAITING_BYTES;
}

/** Hands on each whole packet without its length. Returns the bytes of the one that is not whole yet. */
function pushPackets(received: Buffer, push: (packet: Buffer) => void): Buffer {
  let rest = received;
  for (;;) {
    const length = decodeVarInt(rest, 0, MAX_LENGTH_BYTES);
    if (length === 'incomplete') return rest;
    if (length.value < 1 || length.value > MAX_PACKET_BYTES) throw new Error('a packet has an impossible length');
    const end = length.bytesRead + length.value;
    if (rest.length < end) return rest;
    push(rest.subarray(length.bytesRead, end));
    rest = rest.subarray(end);
  }
}

function boundDecompressor(decompressor: NonNullable<Client['decompressor']>): void {
  decompressor._transform = (chunk, _encoding, done) => {
    try {
      const length = decodeVarInt(chunk, 0);
      if (length === 'incomplete') throw new Error('a packet has no length');
      const body = chunk.subarray(length.bytesRead);
      if (length.value < 0 || length.value > MAX_PACKET_BYTES) throw new Error('a packet has an impossible length');
      decompressor.push(length.value === 0 ? body : inflateSync(body, { maxOutputLength: length.value }));
      done();
    } catch (error) {
      done(asError(error));
    }
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
