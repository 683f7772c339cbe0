import type { FileEntry } from '@realmkeep/runtime';
import { AppError } from '../http/app-error.ts';

// The SSH File Transfer Protocol, version 3: draft-ietf-secsh-filexfer-02.

export const requests = {
  INIT: 1,
  OPEN: 3,
  CLOSE: 4,
  READ: 5,
  WRITE: 6,
  LSTAT: 7,
  FSTAT: 8,
  SETSTAT: 9,
  FSETSTAT: 10,
  OPENDIR: 11,
  READDIR: 12,
  REMOVE: 13,
  MKDIR: 14,
  RMDIR: 15,
  REALPATH: 16,
  STAT: 17,
  RENAME: 18,
  READLINK: 19,
  SYMLINK: 20,
  EXTENDED: 200,
} as const;

export const statuses = {
  OK: 0,
  EOF: 1,
  NO_SUCH_FILE: 2,
  PERMISSION_DENIED: 3,
  FAILURE: 4,
  BAD_MESSAGE: 5,
  OP_UNSUPPORTED: 8,
} as const;
export type Status = (typeof statuses)[keyof typeof statuses];

export const openFlags = { READ: 1, WRITE: 2, APPEND: 4, CREAT: 8, TRUNC: 16, EXCL: 32 } as const;

const attributes = { SIZE: 1, UIDGID: 2, PERMISSIONS: 4, TIMES: 8 } as const;

/** The largest packet, as in OpenSSH; and the most file data in one, with room for its header. */
export const maxPacketBytes = 256 * 1024;
export const maxDataBytes = maxPacketBytes - 1024;

/** What cannot be read as the protocol: there is no going on after it. */
export class BadPacket extends Error {}

/** The fields of a packet, one after the other. @throws BadPacket */
export class Fields {
  readonly #packet: Buffer;
  #at = 0;

  constructor(packet: Buffer) {
    this.#packet = packet;
  }

  byte(): number {
    return this.#take(1).readUInt8();
  }

  uint32(): number {
    return this.#take(4).readUInt32BE();
  }

  /** An offset or a size. @throws AppError file_quota if it is larger than any file */
  uint64(): number {
    const value = this.#take(8).readBigUInt64BE();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new AppError('file_quota');
    return Number(value);
  }

  bytes(): Buffer {
    return this.#take(this.uint32());
  }

  /** @throws AppError file_name_invalid if it is not UTF-8 */
  text(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.bytes());
    } catch (error) {
      throw error instanceof BadPacket ? error : new AppError('file_name_invalid');
    }
  }

  /** The attributes that a client sets, of which the size counts here and when a file was changed, in milliseconds. */
  attributes(): { size: number | null; changedAt: number | null } {
    const flags = this.uint32();
    const size = flags & attributes.SIZE ? this.uint64() : null;
    if (flags & attributes.UIDGID) this.#take(8);
    if (flags & attributes.PERMISSIONS) this.#take(4);
    // The access time comes first.
    const changedAt = flags & attributes.TIMES ? this.#take(8).readUInt32BE(4) * 1000 : null;
    return { size, changedAt };
  }

  #take(bytes: number): Buffer {
    const end = this.#at + bytes;
    if (end > this.#packet.length) throw new BadPacket('a packet ends too early');
    const taken = this.#packet.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

/** The packets of a stream, each without its length. @throws BadPacket if one is empty or too long */
export async function* packetsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const head = Buffer.alloc(4);
  let body: Buffer | null = null;
  let filled = 0;
  for await (const piece of stream) {
    for (let at = 0; at < piece.length;) {
      const target: Buffer = body ?? head;
      const copied = piece.copy(target, filled, at);
      at += copied;
      filled += copied;
      if (filled < target.length) break;
      filled = 0;
      if (body === null) {
        const length = head.readUInt32BE();
        if (length < 1 || length > maxPacketBytes) throw new BadPacket('a packet is too long');
        body = Buffer.allocUnsafe(length);
      } else {
        yield body;
        body = null;
      }
    }
  }
}

/** A number is a uint32, a bigint a uint64, the others are strings with their length. */
type Field = number | bigint | string | Buffer;

function packet(type: number, fields: readonly Field[]): Buffer {
  const parts = [Buffer.from([0, 0, 0, 0, type]), ...fields.flatMap(bytesOf)];
  const whole = Buffer.concat(parts);
  whole.writeUInt32BE(whole.length - 4);
  return whole;
}

function bytesOf(field: Field): Buffer[] {
  if (typeof field === 'number') return [uint32(field)];
  if (typeof field === 'bigint') {
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeBigUInt64BE(field);
    return [bytes];
  }
  const bytes = typeof field === 'string' ? Buffer.from(field) : field;
  return [uint32(bytes.length), bytes];
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** OpenSSH's PROTOCOL, section 4: limits of packets and handles; renaming over a file; fsync. */
export const extensions = {
  limits: 'limits@openssh.com',
  posixRename: 'posix-rename@openssh.com',
  fsync: 'fsync@openssh.com',
} as const;

export const answers = {
  version: () => packet(2, [3, ...Object.values(extensions).flatMap((name) => [name, '1'])]),
  status: (id: number, status: Status, message: string) => packet(101, [id, status, message, '']),
  handle: (id: number, handle: Buffer) => packet(102, [id, handle]),
  data: (id: number, bytes: Buffer) => packet(103, [id, bytes]),
  names: (id: number, entries: readonly FileEntry[]) =>
    packet(104, [
      id,
      entries.length,
      ...entries.flatMap((entry) => [entry.name, lineOf(entry), ...attributesOf(entry)]),
    ]),
  /** One name without attributes, as in the answer to REALPATH. */
  name: (id: number, name: string) => packet(104, [id, 1, name, name, 0]),
  attributes: (id: number, entry: FileEntry) => packet(105, [id, ...attributesOf(entry)]),
  limits: (id: number, handles: number) =>
    packet(201, [id, BigInt(maxPacketBytes), BigInt(maxDataBytes), BigInt(maxDataBytes), BigInt(handles)]),
};

/** What can only be deleted is shown as a pipe: no client tries to fetch one. */
const modes = { folder: 0o040_700, file: 0o100_600, other: 0o010_600 };
const modeWords = { folder: 'drwx------', file: '-rw-------', other: 'prw-------' };

function attributesOf({ kind, bytes, changedAt }: FileEntry): Field[] {
  const seconds = Math.max(0, Math.trunc(changedAt / 1000)) % 2 ** 32;
  const known = attributes.SIZE | attributes.PERMISSIONS | attributes.TIMES;
  return [known, BigInt(bytes), modes[kind], seconds, seconds];
}

/** A line as of `ls -l`, for people. */
function lineOf({ name, kind, bytes, changedAt }: FileEntry): string {
  const [, month = '', day = '', year = ''] = /^\w+, (\d+) (\w+) (\d+)/.exec(new Date(changedAt).toUTCString()) ?? [];
  return `${modeWords[kind]} 1 realm realm ${String(bytes).padStart(10)} ${day} ${month.padStart(2)}  ${year} ${name}`;
}
