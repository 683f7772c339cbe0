import nbt from 'prismarine-nbt';

/** As deep as the game goes. */
const maxDepth = 512;
/** What one file may take, by the game's own reckoning of a tag: far above a full chunk. */
export const budgetBytes = 48 << 20;
const byteCost = { tag: 8, text: 36, entry: 28, list: 37, compound: 48 };
/** The bytes of a value, and of an element of an array, by the type of its tag. */
const valueBytes: Record<number, number> = { 1: 1, 2: 2, 3: 4, 4: 8, 5: 4, 6: 8 };
const elementBytes: Record<number, number> = { 7: 1, 11: 4, 12: 8 };
const [endTag, stringTag, listTag, compoundTag] = [0, 8, 9, 10];

/**
 * Reads unpacked NBT of a file that strangers may have written. The library trusts the lengths in it: a list of 16.7 million
 * empty tags is 5 bytes long. So it is scanned first, as the game does (NbtAccounter, 1.16.5).
 * Source: https://minecraft.wiki/w/NBT_format
 * @param budget the memory that it may take, in bytes
 * @throws RangeError if it is damaged, too deep, or too large
 */
export function parseNbt(bytes: Buffer, budget = budgetBytes): unknown {
  soundLength(bytes, budget);
  return nbt.parseUncompressed(bytes);
}

/** The length of the NBT at the beginning of the bytes. @param budget as for `parseNbt` @throws RangeError as `parseNbt` */
export function soundLength(bytes: Buffer, budget = budgetBytes): number {
  return measured(bytes, budget).length;
}

/** The memory that sound NBT takes, as `parseNbt` counts it, in bytes. */
export function memoryOf(bytes: Buffer): number {
  return measured(bytes, Infinity).memory;
}

function measured(bytes: Buffer, budget: number): { length: number; memory: number } {
  let at = 0;
  let memory = 0;

  function take(length: number): number {
    if (length < 0 || at + length > bytes.length) throw new RangeError('NBT ends too early');
    at += length;
    return at - length;
  }
  function spend(cost: number): void {
    memory += cost;
    if (memory > budget) throw new RangeError('NBT takes too much memory');
  }
  function text(): void {
    const length = bytes.readUInt16BE(take(2));
    spend(byteCost.text + 2 * length);
    take(length);
  }

  function value(type: number, depth: number): void {
    if (depth > maxDepth) throw new RangeError('NBT is too deep');
    if (type === stringTag) return text();
    if (type === compoundTag) return compound(depth);
    if (type === listTag) return list(depth);
    const size = valueBytes[type] ?? elementBytes[type];
    if (size === undefined) throw new RangeError('NBT has no such tag');
    const isArray = type in elementBytes;
    const length = (isArray ? bytes.readInt32BE(take(4)) : 1) * size;
    spend(byteCost.tag + length);
    take(length);
  }
  function list(depth: number): void {
    const type = bytes.readUInt8(take(1));
    const length = bytes.readInt32BE(take(4));
    if (length < 0 || (type === endTag && length > 0)) throw new RangeError('NBT has a list of nothing');
    spend(byteCost.list + 4 * length);
    for (let i = 0; i < length; i += 1) value(type, depth + 1);
  }
  function compound(depth: number): void {
    spend(byteCost.compound);
    for (;;) {
      const type = bytes.readUInt8(take(1));
      if (type === endTag) return;
      spend(byteCost.entry);
      text();
      value(type, depth + 1);
    }
  }

  const type = bytes.readUInt8(take(1));
  text();
  value(type, 0);
  return { length: at, memory };
}
