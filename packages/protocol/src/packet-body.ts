import { ProtocolError } from './protocol-error.ts';
import { decodeVarInt, encodeVarInt } from './var-int.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the fields of one whole packet body in order. Every method throws ProtocolError when the body does not hold the field. */
export class PacketBodyReader {
  readonly #body: Buffer;
  #offset = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  readVarInt(): number {
    const decoded = decodeVarInt(this.#body, this.#offset);
    if (decoded === 'incomplete') throw new ProtocolError('packet ends inside a VarInt');
    this.#offset += decoded.bytesRead;
    return decoded.value;
  }

  readUShort(): number {
    return this.readBytes(2).readUInt16BE();
  }

  readLong(): bigint {
    return this.readBytes(8).readBigInt64BE();
  }

  /** UTF-8 after its length in bytes; `maxLength` counts UTF-16 units, as the game does. */
  readString(maxLength: number): string {
    const byteLength = this.readVarInt();
    if (byteLength < 0 || byteLength > maxLength * 3) throw new ProtocolError(`string of ${byteLength} bytes`);
    let text: string;
    const bytes = this.readBytes(byteLength);
    try {
      text = utf8.decode(bytes);
    } catch {
      throw new ProtocolError('string is not UTF-8');
    }
    if (text.length > maxLength) throw new ProtocolError(`string of ${text.length} characters`);
    return text;
  }

  readBytes(length: number): Buffer {
    const end = this.#offset + length;
    if (end > this.#body.length) throw new ProtocolError('packet ends too early');
    const bytes = this.#body.subarray(this.#offset, end);
    this.#offset = end;
    return bytes;
  }

  /** The rest of the body. */
  readRest(): Buffer {
    return this.readBytes(this.#body.length - this.#offset);
  }

  /** Throws ProtocolError when anything follows the last field. */
  expectEnd(): void {
    if (this.#offset !== this.#body.length) throw new ProtocolError('packet is longer than its fields');
  }
}

/** A string as the game writes it: its length in bytes as a VarInt, then UTF-8. */
export function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([encodeVarInt(bytes.length), bytes]);
}

/** An unsigned 16-bit integer, big-endian. */
export function encodeUShort(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** A signed 64-bit integer, big-endian. */
export function encodeLong(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}
