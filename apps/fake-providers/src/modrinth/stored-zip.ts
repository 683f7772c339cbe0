import { crc32 } from 'node:zlib';

/** Of a zip archive: a file, or a folder where its name ends in a slash. */
export interface ZipEntry {
  name: string;
  content: Buffer | string;
  /** Of Unix, as st_mode; a plain file or a folder without it. */
  mode?: number;
}

const bitsUtf8 = 0x0800;
const madeByUnix = 3 << 8;

/** A zip archive whose entries are stored as they are, the same for the same entries. Source: APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16 */
export function storedZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, mode = 0 } of entries) {
    const [named, bytes] = [Buffer.from(name), Buffer.from(content)];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    writeCommon(local, 4, named, bytes);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(madeByUnix + 20, 4);
    writeCommon(central, 6, named, bytes);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(at, 42);
    files.push(local, named, bytes);
    directory.push(central, named);
    at += local.length + named.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** What both headers say of a file, from the version that is needed to the length of its name. */
function writeCommon(header: Buffer, at: number, name: Buffer, bytes: Buffer): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(bitsUtf8, at + 2);
  header.writeUInt32LE(crc32(bytes), at + 10);
  header.writeUInt32LE(bytes.length, at + 14);
  header.writeUInt32LE(bytes.length, at + 18);
  header.writeUInt16LE(name.length, at + 22);
}
