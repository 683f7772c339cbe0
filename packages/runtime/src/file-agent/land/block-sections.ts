import { colourOf } from './block-colours.ts';
import { NbtReader, tags } from './nbt-reader.ts';

/** 16 × 16 × 16 blocks of a chunk. */
export interface BlockSection {
  /** The height of its lowest blocks, in sections. */
  y: number;
  /** Of the colours that there are in it, by the numbers that `at` says. */
  colours: Uint8Array;
  /** @param index y << 8 | z << 4 | x */
  at: (index: number) => number;
}

const blocks = 4096;
/** The game's highest worlds have 254. */
const maxSections = 256;
/** 20w17a, from which on no value lies across two longs. */
const oldest = 2529;

/**
 * The sections of a chunk in the Anvil format since 1.16; none if it is not fully generated, as the game does not show those either.
 * Source: https://minecraft.wiki/w/Chunk_format
 * @param bytes unpacked
 * @throws RangeError if it is damaged
 */
export function blockSections(bytes: Buffer): BlockSection[] {
  const sections: BlockSection[] = [];
  const nbt = new NbtReader(bytes);
  // Other programs leave the status away.
  let [version, status] = [0, 'full'];
  const entry = (name: string, type: number): boolean => {
    if (name === 'DataVersion' && type === tags.int) version = nbt.int();
    else if (name === 'Status' && type === tags.string) status = nbt.text();
    // Before 1.18 all is in it.
    else if (name === 'Level' && type === tags.compound) nbt.compound(entry);
    else if ((name === 'sections' || name === 'Sections') && type === tags.list) readSections(nbt, sections);
    else return false;
    return true;
  };
  nbt.root(entry);
  return version >= oldest && /^(?:minecraft:)?full$/.test(status) ? sections : [];
}

function readSections(nbt: NbtReader, sections: BlockSection[]): void {
  let y = 0;
  let colours: Uint8Array | null = null;
  let data: Buffer | null = null;
  const entry = (name: string, type: number): boolean => {
    if (name === 'Y' && type === tags.byte) y = nbt.byte();
    else if (name === 'block_states' && type === tags.compound) nbt.compound(entry);
    else if ((name === 'palette' || name === 'Palette') && type === tags.list) colours = readPalette(nbt);
    else if ((name === 'data' || name === 'BlockStates') && type === tags.longArray) data = nbt.longs();
    else return false;
    return true;
  };
  nbt.compounds(maxSections, entry, () => {
    if (sections.length === maxSections) throw new RangeError('a chunk is too high');
    // There are some for light alone.
    if (colours) sections.push({ y, colours, at: data ? unpacked(data, colours.length) : () => 0 });
    [y, colours, data] = [0, null, null];
  });
}

function readPalette(nbt: NbtReader): Uint8Array {
  const colours: number[] = [];
  let colour = 0;
  const entry = (name: string, type: number): boolean => {
    if (name !== 'Name' || type !== tags.string) return false;
    colour = colourOf(nbt.text());
    return true;
  };
  nbt.compounds(blocks, entry, () => colours.push(colour));
  return Uint8Array.from(colours);
}

/** Packed into longs, lowest bits first, none across two of them. */
function unpacked(data: Buffer, palette: number): (index: number) => number {
  const bits = Math.max(4, 32 - Math.clz32(palette - 1));
  const perLong = Math.floor(64 / bits);
  if (data.length < Math.ceil(blocks / perLong) * 8) throw new RangeError('a section of a chunk is too short');
  const mask = (1 << bits) - 1;
  return (index) => {
    const long = Math.floor(index / perLong);
    const shift = (index - long * perLong) * bits;
    const high = data.readUInt32BE(long * 8);
    if (shift >= 32) return (high >>> (shift - 32)) & mask;
    const low = data.readUInt32BE(long * 8 + 4) >>> shift;
    return (shift > 0 ? low | (high << (32 - shift)) : low) & mask;
  };
}
