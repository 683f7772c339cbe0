import { inflateSync } from 'node:zlib';
import { decodeVarInt } from '@realmkeep/protocol';
import type { Client } from './squid.ts';

/** The longest packet a client may send: a third of what the game's own server allows, and more than any needs. */
const MAX_PACKET_BYTES = 1 << 20;
/** What may wait for a client that does not read: packets, and bytes. */
const MAX_WAITING_PACKETS = 4000;
const MAX_WAITING_BYTES = 16 << 20;

/**
 * Bounds what one connection can cost. minecraft-protocol believes a client's lengths (a packet may claim 2 GiB, a kilobyte
 * may unpack to a gigabyte) and lets a fault in a handler end the whole process; here it ends that connection.
 */
export function boundClient(client: Client): void {
  const { splitter } = client;
  const split = splitter._transform.bind(splitter);
  splitter._transform = (chunk, encoding, done) => {
    if (splitter.buffer.length + chunk.length > MAX_PACKET_BYTES) return done(new Error('a packet is too long'));
    try {
      split(chunk, encoding, done);
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

function boundDecompressor(decompressor: NonNullable<Client['decompressor']>): void {
  decompressor._transform = (chunk, _encoding, done) => {
    try {
      const length = decodeVarInt(chunk, 0);
      if (length === 'incomplete') throw new Error('a packet has no length');
      const body = chunk.subarray(length.bytesRead);
      if (length.value < 0 || length.value > MAX_PACKET_BYTES) throw new Error('a packet is too long');
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
