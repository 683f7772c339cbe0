import { ProtocolError } from './protocol-error.ts';
import { decodeVarInt, encodeVarInt } from './var-int.ts';

/** One packet off the wire: length as a VarInt of at most three bytes, then the packet's id as a VarInt, then its body. */
export interface Frame {
  id: number;
  /** A view into the buffer that was decoded, not a copy. */
  body: Buffer;
  /** How many bytes the frame took, its length prefix included. */
  bytesRead: number;
}

/** Frames a packet of the uncompressed, unencrypted protocol, which is used until login succeeds. */
export function encodeFrame(id: number, ...fields: Buffer[]): Buffer {
  const payload = Buffer.concat([encodeVarInt(id), ...fields]);
  return Buffer.concat([encodeVarInt(payload.length), payload]);
}

/**
 * Decodes the frame at the start of `buffer`, or says 'incomplete' until it is whole.
 * Throws ProtocolError as soon as the prefix announces nothing or more than `maxLength` bytes.
 */
export function decodeFrame(buffer: Buffer, maxLength: number): Frame | 'incomplete' {
  const length = decodeVarInt(buffer, 0, 3);
  if (length === 'incomplete') return 'incomplete';
  if (length.value === 0 || length.value > maxLength) throw new ProtocolError(`frame of ${length.value} bytes`);
  const end = length.bytesRead + length.value;
  if (buffer.length < end) return 'incomplete';
  const payload = buffer.subarray(length.bytesRead, end);
  const id = decodeVarInt(payload);
  if (id === 'incomplete') throw new ProtocolError('frame ends inside its packet id');
  return { id: id.value, body: payload.subarray(id.bytesRead), bytesRead: end };
}
