import { encodeVarInt } from '@realmkeep/protocol';
import loadChunkClass from 'prismarine-chunk';
import BitArray from 'prismarine-chunk/src/pc/common/BitArrayNoSpan.js';
import type { BitArray as BitArrayShape, BlockColumn, ChunkClass, ColumnPosition, Registry, Section } from './chunk.ts';
import type { Compound } from './nbt-fields.ts';

export const sectionBlocks = 4096;
/** The client takes at most this many bits for a section's own palette, and else the game's numbers themselves. */
const maxPaletteBits = 8;

/** Makes columns (16 × 256 × 16 blocks) out of plain block states. */
export interface ColumnMaker {
  /** @param states the block states of the sections that are there, 4096 each, at y << 8 | z << 4 | x. */
  make(states: (Uint16Array | null)[]): BlockColumn;
}

/** @param biome the biome of every block. */
export function columnMaker(registry: Registry, biome: number): ColumnMaker {
  const Chunk = (loadChunkClass as unknown as (registry: Registry) => ChunkClass)(registry);
  const biomes: readonly number[] = Object.freeze(Array.from({ length: 1024 }, () => biome));

  function section(states: Uint16Array, maxBitsPerBlock: number): Section | null {
    const { palette, indexes, solid } = paletteOf(states);
    if (solid === 0) return null;
    const bits = Math.max(4, 32 - Math.clz32(palette.length - 1));
    const direct = bits > maxPaletteBits;
    const data = pack(direct ? states : indexes, direct ? maxBitsPerBlock : bits);
    return new Chunk.section({ data, palette: direct ? null : palette, solidBlockCount: solid, maxBitsPerBlock });
  }

  return {
    make(states) {
      const column = new Chunk();
      column.biomes = biomes;
      states.forEach((sectionStates, y) => {
        column.sections[y] = sectionStates && section(sectionStates, column.maxBitsPerBlock);
        if (column.sections[y]) column.sectionMask |= 1 << y;
      });
      return column;
    },
  };
}

/** The block states of a section; null when it is all air. */
export function statesOf(section: Section | null): Uint16Array | null {
  if (!section || section.solidBlockCount === 0) return null;
  const states = new Uint16Array(sectionBlocks);
  unpack(section.data, states);
  const { palette } = section;
  return palette ? states.map((place) => palette[place] ?? 0) : states;
}

/** The different states in the order of their first use, and for each block its place in that list. */
export function paletteOf(states: Uint16Array): { palette: number[]; indexes: Uint16Array; solid: number } {
  const places = new Map<number, number>();
  const indexes = new Uint16Array(states.length);
  let solid = 0;
  let lastState = -1;
  let lastPlace = 0;
  for (let i = 0; i < states.length; i += 1) {
    const state = states[i] ?? 0;
    if (state !== lastState) {
      lastState = state;
      lastPlace = places.get(state) ?? places.size;
      places.set(state, lastPlace);
    }
    indexes[i] = lastPlace;
    if (state !== 0) solid += 1;
  }
  return { palette: [...places.keys()], indexes, solid };
}

/**
 * Packs values into 64-bit words, lowest bits first, none across two words (the game's format since 1.16), each word as two
 * 32-bit halves, the lower first.
 */
export function pack(values: Uint16Array, bits: number): BitArrayShape {
  const packed = new BitArray({ bitsPerValue: bits, capacity: values.length });
  const perWord = Math.floor(64 / bits);
  const { data } = packed;
  for (let i = 0; i < values.length; i += 1) {
    const word = Math.floor(i / perWord);
    const shift = (i - word * perWord) * bits;
    const value = values[i] ?? 0;
    const low = word * 2;
    if (shift < 32) data[low] = (data[low] ?? 0) | (value << shift);
    if (shift + bits > 32) {
      const high = shift >= 32 ? value << (shift - 32) : value >>> (32 - shift);
      data[low + 1] = (data[low + 1] ?? 0) | high;
    }
  }
  return packed;
}

/** The reverse of `pack`. @param values filled with the result, and as long as it */
export function unpack({ data, bitsPerValue: bits }: BitArrayShape, values: Uint16Array): void {
  const mask = (1 << bits) - 1;
  for (let i = 0, word = 0; i < values.length; word += 2) {
    const low = data[word] ?? 0;
    const high = data[word + 1] ?? 0;
    for (let shift = 0; shift + bits <= 64 && i < values.length; shift += bits, i += 1) {
      const value = shift >= 32 ? high >>> (shift - 32) : low >>> shift;
      values[i] = (shift < 32 && shift + bits > 32 ? value | (high << (32 - shift)) : value) & mask;
    }
  }
}

/** Blocks that a client draws by their block entity alone, and what that is called where it is not the block's name. */
const drawnByEntity =
  /^(?:chest|trapped_chest|ender_chest|conduit|bell|enchanting_table|.*_(bed|sign|banner|head|skull)|(?:.*_)?(shulker_box)|(?:soul_)?(campfire))$/;
const entityOf: Record<string, string | undefined> = { head: 'skull' };
const mostDrawn = 4096;

/** The fields of a block entity that clients see, besides its kind and place. */
type FieldsAt = (at: ColumnPosition) => Compound;

/** The packet that shows a column to a client (map_chunk of protocol 754). */
export function columnPacket(
  registry: Registry,
  column: BlockColumn,
  x: number,
  z: number,
  fieldsAt: FieldsAt,
): Record<string, unknown> {
  let bitMap = 0;
  const parts: Buffer[] = [];
  column.sections.forEach((section, y) => {
    // A section that has been emptied must not be sent: the client would end over it.
    if (!section || section.solidBlockCount === 0) return;
    bitMap |= 1 << y;
    parts.push(sectionBytes(section));
  });
  const chunkData = Buffer.concat(parts);
  const blockEntities = drawnEntities(registry, column, x, z, fieldsAt);
  return { x, z, groundUp: true, bitMap, biomes: column.biomes, heightmaps: noHeights, chunkData, blockEntities };
}

function drawnEntities(registry: Registry, column: BlockColumn, x: number, z: number, fieldsAt: FieldsAt): unknown[] {
  const entities: unknown[] = [];
  const entityId = (state: number): string | null => {
    const name = registry.blocksByStateId[state]?.name ?? '';
    const found = drawnByEntity.exec(name);
    const kind = found?.slice(1).find((part) => part !== undefined);
    return found && `minecraft:${kind === undefined ? name : (entityOf[kind] ?? kind)}`;
  };
  column.sections.forEach((section, y) => {
    const drawn = new Map<number, string>();
    for (const state of section?.palette ?? new Set(statesOf(section))) {
      const id = entityId(state);
      if (id !== null) drawn.set(state, id);
    }
    if (drawn.size === 0) return;
    statesOf(section)?.forEach((state, i) => {
      const id = drawn.get(state);
      if (id === undefined || entities.length >= mostDrawn) return;
      const at = { x: x * 16 + (i & 15), y: y * 16 + (i >> 8), z: z * 16 + ((i >> 4) & 15) };
      const place = Object.entries(at).map(([axis, value]) => [axis, { type: 'int', value }]);
      entities.push({
        type: 'compound',
        name: '',
        value: { ...fieldsAt(at), id: { type: 'string', value: id }, ...Object.fromEntries(place) },
      });
    });
  });
  return entities;
}

/** Clients use these only for rain and mobs, of which there are none. */
const noHeights = {
  type: 'compound',
  name: '',
  value: { MOTION_BLOCKING: { type: 'longArray', value: Array.from({ length: 36 }, () => [0, 0]) } },
};

function sectionBytes(section: Section): Buffer {
  const { data } = section.data;
  const head = Buffer.alloc(3);
  head.writeInt16BE(section.solidBlockCount, 0);
  head.writeUInt8(section.data.bitsPerValue, 2);
  const palette = section.palette
    ? [encodeVarInt(section.palette.length), ...section.palette.map((state) => encodeVarInt(state))]
    : [];
  const words = Buffer.allocUnsafe(data.length * 4);
  for (let i = 0; i < data.length; i += 2) {
    words.writeUInt32BE(data[i + 1] ?? 0, i * 4);
    words.writeUInt32BE(data[i] ?? 0, i * 4 + 4);
  }
  return Buffer.concat([head, ...palette, encodeVarInt(data.length / 2), words]);
}
