import { deflateSync } from 'node:zlib';

/** A value of NBT, of the kinds that chunks need. */
export type Nbt =
  | { byte: number }
  | { int: number }
  | { string: string }
  | { longs: bigint[] }
  | { list: Record<string, Nbt>[] }
  | { compound: Record<string, Nbt> };

const sectorBytes = 4096;

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

function payload(value: Nbt): [number, Buffer] {
  if ('byte' in value) return [1, Buffer.from([value.byte & 0xff])];
  if ('int' in value) return [3, int32(value.int)];
  if ('string' in value) return [8, text(value.string)];
  if ('longs' in value) {
    const bytes = Buffer.alloc(value.longs.length * 8);
    value.longs.forEach((long, i) => bytes.writeBigUInt64BE(BigInt.asUintN(64, long), i * 8));
    return [12, Buffer.concat([int32(value.longs.length), bytes])];
  }
  if ('list' in value) {
    return [9, Buffer.concat([Buffer.from([10]), int32(value.list.length), ...value.list.map(compound)])];
  }
  return [10, compound(value.compound)];
}

function compound(entries: Record<string, Nbt>): Buffer {
  const parts = Object.entries(entries).map(([name, value]) => {
    const [type, bytes] = payload(value);
    return Buffer.concat([Buffer.from([type]), text(name), bytes]);
  });
  return Buffer.concat([...parts, Buffer.from([0])]);
}

/** Unpacked NBT of a file. */
export function nbtFile(entries: Record<string, Nbt>): Buffer {
  return Buffer.concat([Buffer.from([10]), text(''), compound(entries)]);
}

/** A chunk's blocks by their place in a section, at y << 8 | z << 4 | x; by the section's height in sections. */
export type ChunkOfTest = Record<number, (index: number) => string>;

/** A chunk as the game stores it. @param form before or since 1.18 */
export function chunkFile(blocks: ChunkOfTest, form: '1.16' | '1.18', status = 'full'): Buffer {
  const sections = Object.entries(blocks).map(([y, at]) => {
    const names = Array.from({ length: 4096 }, (_, index) => at(index));
    const palette = [...new Set(names)];
    const list: Nbt = { list: palette.map((name) => ({ Name: { string: `minecraft:${name}` } })) };
    const longs = packed(
      names.map((name) => palette.indexOf(name)),
      palette.length,
    );
    if (form === '1.16') return { Y: { byte: Number(y) }, Palette: list, BlockStates: { longs } };
    const states = { palette: list, ...(palette.length > 1 ? { data: { longs } } : {}) };
    return { block_states: { compound: states }, Y: { byte: Number(y) } };
  });
  if (form === '1.18') {
    return nbtFile({
      DataVersion: { int: 3953 },
      Status: { string: `minecraft:${status}` },
      sections: { list: sections },
    });
  }
  const level: Record<string, Nbt> = { Status: { string: status }, Sections: { list: sections } };
  return nbtFile({ DataVersion: { int: 2586 }, Level: { compound: level } });
}

function packed(values: number[], palette: number): bigint[] {
  const bits = Math.max(4, Math.ceil(Math.log2(palette)));
  const perLong = Math.floor(64 / bits);
  return Array.from({ length: Math.ceil(values.length / perLong) }, (_, long) =>
    values
      .slice(long * perLong, (long + 1) * perLong)
      .reduce((word, value, i) => word | (BigInt(value) << BigInt(i * bits)), 0n),
  );
}

/** A region file. @param chunks unpacked, by their place in the region: z * 32 + x @param zip how they are packed, and what that is called there */
export function regionFile(
  chunks: ReadonlyMap<number, Buffer>,
  zip: (chunk: Buffer) => [number, Buffer] = deflated,
): Buffer {
  const header = Buffer.alloc(2 * sectorBytes);
  const parts = [header];
  let next = 2;
  for (const [index, chunk] of chunks) {
    const [kind, bytes] = zip(chunk);
    const sectors = Math.ceil((bytes.length + 5) / sectorBytes);
    const part = Buffer.alloc(sectors * sectorBytes);
    part.writeUInt32BE(bytes.length + 1, 0);
    part.writeUInt8(kind, 4);
    bytes.copy(part, 5);
    parts.push(part);
    header.writeUInt32BE(next * 256 + sectors, index * 4);
    next += sectors;
  }
  return Buffer.concat(parts);
}

function deflated(chunk: Buffer): [number, Buffer] {
  return [2, deflateSync(chunk)];
}
