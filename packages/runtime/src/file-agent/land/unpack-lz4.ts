const headerBytes = 21;
const magic = Buffer.from('LZ4Block', 'latin1');
const methods = { stored: 0x10, packed: 0x20 };
/** What the shortest repetition has. */
const shortest = 4;

/**
 * Unpacks the block stream of LZ4's Java library, as written by servers with `region-file-compression=lz4`. Checksums are not verified.
 * Sources: net.jpountz.lz4.LZ4BlockOutputStream, and https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
 * @param most unpacked bytes
 * @throws RangeError if it is damaged, or unpacks to more
 */
export function unpackLz4(packed: Buffer, most: number): Buffer {
  const blocks: Buffer[] = [];
  let left = most;
  for (let at = 0; at < packed.length;) {
    const method = packed.readUInt8(at + magic.length) & 0xf0;
    const [length, size] = [packed.readUInt32LE(at + 9), packed.readUInt32LE(at + 13)];
    const begin = at + headerBytes;
    at = begin + length;
    left -= size;
    if (packed.compare(magic, 0, magic.length, begin - headerBytes, begin - headerBytes + magic.length) !== 0)
      throw new RangeError('no block of LZ4');
    if (at > packed.length || left < 0) throw new RangeError('a block of LZ4 is too long');
    const block = packed.subarray(begin, at);
    if (method === methods.packed) blocks.push(unpackBlock(block, size));
    else if (method === methods.stored && length === size) blocks.push(block);
    else throw new RangeError('a block of LZ4 is packed otherwise');
  }
  return Buffer.concat(blocks);
}

function unpackBlock(from: Buffer, size: number): Buffer {
  const to = Buffer.alloc(size);
  let [at, end] = [0, 0];
  /** Of a length what does not fit into its half of the token. */
  const rest = (half: number): number => {
    let length = half;
    for (let byte = half === 15 ? 255 : 0; byte === 255; length += byte) byte = from.readUInt8(at++);
    return length;
  };
  while (at < from.length) {
    const token = from.readUInt8(at++);
    const literals = rest(token >> 4);
    if (at + literals > from.length || end + literals > size) throw new RangeError('a block of LZ4 is damaged');
    from.copy(to, end, at, at + literals);
    [at, end] = [at + literals, end + literals];
    // The last has no repetition.
    if (at === from.length) break;
    const back = from.readUInt16LE(at);
    at += 2;
    const repeated = rest(token & 15) + shortest;
    if (back === 0 || back > end || end + repeated > size) throw new RangeError('a block of LZ4 is damaged');
    // It may repeat itself, byte by byte.
    for (const last = end + repeated; end < last; end += 1) to[end] = to[end - back] ?? 0;
  }
  if (end !== size) throw new RangeError('a block of LZ4 is too short');
  return to;
}
