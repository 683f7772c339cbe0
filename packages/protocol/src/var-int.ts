import { ProtocolError } from './protocol-error.ts';

/**
 * VarInt: a 32-bit integer in two's complement, seven bits a byte, the lowest first, the top bit set on all but the
 * last byte; at most five bytes. Source: https://minecraft.wiki/w/Java_Edition_protocol/Data_types#VarInt_and_VarLong
 */

/** A decoded value and how many bytes it took, or 'incomplete' when more bytes are needed. */
export type Decoded<T> = { value: T; bytesRead: number } | 'incomplete';

/** Encodes a 32-bit integer, signed or unsigned, in one to five bytes. */
export function encodeVarInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** Decodes the VarInt at `offset` as a signed integer. Throws ProtocolError when it runs over `maxBytes` bytes. */
export function decodeVarInt(buffer: Uint8Array, offset = 0, maxBytes = 5): Decoded<number> {
  let value = 0;
  for (let index = 0; index < maxBytes; index++) {
    const byte = buffer[offset + index];
    if (byte === undefined) return 'incomplete';
    value |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return { value, bytesRead: index + 1 };
  }
  throw new ProtocolError(`VarInt of more than ${maxBytes} bytes`);
}
