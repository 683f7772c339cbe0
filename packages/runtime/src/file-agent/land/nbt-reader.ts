/** As deep as the game goes. */
const maxDepth = 512;
const [endTag, stringTag, listTag, compoundTag] = [0, 8, 9, 10];
/** The bytes of a value, and of an element of an array, by the type of its tag. */
const valueBytes: Record<number, number> = { 1: 1, 2: 2, 3: 4, 4: 8, 5: 4, 6: 8 };
const elementBytes: Record<number, number> = { 7: 1, 11: 4, 12: 8 };

export const tags = {
  byte: 1,
  int: 3,
  string: stringTag,
  list: listTag,
  compound: compoundTag,
  longArray: 12,
} as const;

/**
 * Reads unpacked NBT in place without allocating for skipped values, so that its time depends only on the number of bytes, whatever lengths they
 * claim. Strangers may have written it. Source: https://minecraft.wiki/w/NBT_format
 *
 * Every method throws a RangeError if it is damaged or too deep.
 */
export class NbtReader {
  readonly #bytes: Buffer;
  #at = 0;
  #depth = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The compound that a file is. @param entry as `compound` has it */
  root(entry: (name: string, type: number) => boolean): void {
    if (this.byte() !== compoundTag) throw new RangeError('NBT is no compound');
    this.text();
    this.compound(entry);
  }

  /** @param entry called with each entry of the compound that begins here; returns true if it has read the value, which is skipped otherwise */
  compound(entry: (name: string, type: number) => boolean): void {
    this.#enter();
    for (let type = this.byte(); type !== endTag; type = this.byte()) {
      if (!entry(this.text(), type)) this.#skip(type);
    }
    this.#depth -= 1;
  }

  /** Reads the list of compounds that begins here. @param most of them @param next called after each */
  compounds(most: number, entry: (name: string, type: number) => boolean, next: () => void = () => undefined): void {
    const type = this.byte();
    const length = this.int();
    if (length === 0) return;
    if (type !== compoundTag || length < 0 || length > most) throw new RangeError('NBT has another list');
    for (let i = 0; i < length; i += 1) {
      this.compound(entry);
      next();
    }
  }

  byte(): number {
    return this.#bytes.readInt8(this.#take(1));
  }

  int(): number {
    return this.#bytes.readInt32BE(this.#take(4));
  }

  /** Of names in ASCII, which all of the game's are. */
  text(): string {
    const length = this.#bytes.readUInt16BE(this.#take(2));
    const from = this.#take(length);
    return this.#bytes.toString('latin1', from, from + length);
  }

  /** The bytes of an array of longs. */
  longs(): Buffer {
    const length = this.#length() * 8;
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }

  #skip(type: number): void {
    if (type === stringTag) this.#take(this.#bytes.readUInt16BE(this.#take(2)));
    else if (type === compoundTag) this.compound(() => false);
    else if (type === listTag) this.#skipList();
    else if (type in elementBytes) this.#take(this.#length() * (elementBytes[type] ?? 0));
    else this.#take(sizeOf(type));
  }

  #skipList(): void {
    const type = this.byte();
    const length = this.#length();
    if (length === 0) return;
    if (type in valueBytes) return void this.#take(length * sizeOf(type));
    this.#enter();
    // Each takes a byte at least, or there is no such tag.
    for (let i = 0; i < length; i += 1) this.#skip(type);
    this.#depth -= 1;
  }

  #length(): number {
    const length = this.int();
    if (length < 0) throw new RangeError('NBT has a negative length');
    return length;
  }

  #take(length: number): number {
    if (this.#at + length > this.#bytes.length) throw new RangeError('NBT ends too early');
    this.#at += length;
    return this.#at - length;
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new RangeError('NBT is too deep');
  }
}

function sizeOf(type: number): number {
  const size = valueBytes[type];
  if (size === undefined) throw new RangeError('NBT has no such tag');
  return size;
}
