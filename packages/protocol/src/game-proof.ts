import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A gateway's proof of identity to a host of many realms: the last TLV of the PROXY v2 header, of type 0xE3, which contains
 * the realm, its run and the time, and ends with an HMAC-SHA-256 of the whole header before it, by the key of that run.
 */
export interface GameProof {
  realmId: string;
  /** The fencing token. */
  run: number;
  /** Milliseconds since the epoch. */
  at: number;
}

const type = 0xe3;
const macLength = 32;
/** Realm, run and time, and the MAC. */
const valueLength = 16 + 8 + 8 + macLength;
const tlvLength = 3 + valueLength;
const lengthAt = 14;
const fixedLength = 16;

/** The header with the proof. @param header as `encodeProxyV2` makes it @param key of the run */
export function proveGateway(header: Buffer, { realmId, run, at }: GameProof, key: Buffer): Buffer {
  const proved = Buffer.alloc(header.length + tlvLength);
  header.copy(proved);
  proved.writeUInt16BE(header.readUInt16BE(lengthAt) + tlvLength, lengthAt);
  let end = header.length;
  end = proved.writeUInt8(type, end);
  end = proved.writeUInt16BE(valueLength, end);
  end += Buffer.from(realmId.replaceAll('-', ''), 'hex').copy(proved, end);
  end = proved.writeBigUInt64BE(BigInt(run), end);
  end = proved.writeBigUInt64BE(BigInt(at), end);
  macOf(proved.subarray(0, end), key).copy(proved, end);
  return proved;
}

/** What a whole header says, not checked yet; null: it has no proof. @param header to its last byte */
export function readGameProof(header: Buffer): GameProof | null {
  const at = header.length - tlvLength;
  if (at < fixedLength || header[at] !== type || header.readUInt16BE(at + 1) !== valueLength) return null;
  const hex = header.subarray(at + 3, at + 19).toString('hex');
  return {
    realmId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    run: Number(header.readBigUInt64BE(at + 19)),
    at: Number(header.readBigUInt64BE(at + 27)),
  };
}

/** Whether the proof was made with the key, for this header. */
export function isProved(header: Buffer, key: Buffer): boolean {
  return timingSafeEqual(header.subarray(-macLength), macOf(header.subarray(0, -macLength), key));
}

/** The header as it was before it was proved. */
export function withoutProof(header: Buffer): Buffer {
  const bare = Buffer.from(header.subarray(0, header.length - tlvLength));
  bare.writeUInt16BE(bare.length - fixedLength, lengthAt);
  return bare;
}

function macOf(bytes: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(bytes).digest();
}
