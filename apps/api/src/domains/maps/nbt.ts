/** A compound of the game's own format: names to numbers, texts and compounds. Other types are left out. */
export interface Compound {
  [name: string]: number | string | Compound;
}

/** The game itself goes no deeper than 512; level.dat needs a dozen. */
const maxDepth = 64;
/** Each takes a moment and some memory, an empty one too; a level.dat has some hundreds, one of a much changed game some thousands. */
const maxValues = 200_000;
/** The bytes of a number, by the type of its tag. */
const numberBytes: Record<number, number> = { 1: 1, 2: 2, 3: 4, 4: 8, 5: 4, 6: 8 };
const arrayItemBytes: Record<number, number> = { 7: 1, 11: 4, 12: 8 };

/**
 * Reads unpacked NBT: lists and arrays are passed over, numbers of 8 bytes and fractions too.
 * Source: https://minecraft.wiki/w/NBT_format
 * @throws RangeError when it is none, or holds more than a level.dat does
 */
export function readNbt(bytes: Buffer): Compound {
  let at = 0;
  let values = 0;

  function take(length: number): number {
    if (length < 0 || at + length > bytes.length) throw new RangeError('NBT ends too early');
    at += length;
    return at - length;
  }

  function text(): string {
    const length = bytes.readUInt16BE(take(2));
    const from = take(length);
    return bytes.toString('utf8', from, from + length);
  }

  function value(type: number, depth: number): Compound[string] | undefined {
    if (depth > maxDepth) throw new RangeError('NBT is too deep');
    values += 1;
    if (values > maxValues) throw new RangeError('NBT holds too much');
    if (type === 1) return bytes.readInt8(take(1));
    if (type === 2) return bytes.readInt16BE(take(2));
    if (type === 3) return bytes.readInt32BE(take(4));
    if (type === 8) return text();
    if (type === 10) return compound(depth);
    if (type === 9) list(depth);
    else take(bytesOf(type));
    return undefined;
  }

  function bytesOf(type: number): number {
    const itemBytes = arrayItemBytes[type];
    if (itemBytes !== undefined) return bytes.readInt32BE(take(4)) * itemBytes;
    const length = numberBytes[type];
    if (length === undefined) throw new RangeError('NBT has no such tag');
    return length;
  }

  function list(depth: number): void {
    const type = bytes.readUInt8(take(1));
    const length = bytes.readInt32BE(take(4));
    if (type === 0 && length > 0) throw new RangeError('NBT has a list of nothing');
    for (let i = 0; i < length; i += 1) value(type, depth + 1);
  }

  function compound(depth: number): Compound {
    const entries = new Map<string, number | string | Compound>();
    for (;;) {
      const type = bytes.readUInt8(take(1));
      if (type === 0) return Object.fromEntries(entries);
      const name = text();
      const read = value(type, depth + 1);
      if (read !== undefined) entries.set(name, read);
    }
  }

  if (bytes.readUInt8(take(1)) !== 10) throw new RangeError('NBT begins with a compound');
  text();
  return compound(0);
}
