import { deflateSync, inflateSync } from 'node:zlib';
import nbt from 'prismarine-nbt';
import { pack, paletteOf, sectionBlocks, statesOf } from './block-column.ts';
import { type ColumnLight, dark, storedSkyLight } from './column-light.ts';
import { budgetBytes, memoryOf, parseNbt } from './nbt-budget.ts';
import { isRecord } from './is-record.ts';
import { type Compound, compoundsOf, fieldOf, isWritable, type Tag } from './nbt-fields.ts';
import { list } from './nbt-tags.ts';
import type { Block, BlockColumn, Registry } from './chunk.ts';

/** The game's number of the world format of 1.16.5. */
export const dataVersion = 2586;
/** Far above a full chunk. Keeps a damaged one from filling the memory. */
const maxChunkBytes = 16 << 20;
/** NBT of this length is read whatever it holds: an empty compound in a list takes 52 times its byte. */
const surelyRead = budgetBytes / 64;
/** More of a kind than this are not read of a chunk: as many as it has blocks. */
const mostThings = 65_536;

/** What a chunk contains besides blocks: block entities (TileEntities in the file), entities, and scheduled ticks. */
export interface Things {
  blockEntities: Compound[];
  entities: Compound[];
  /** TileTicks and LiquidTicks in the file. */
  ticks: Compound[];
}

const nothing: Things = { blockEntities: [], entities: [], ticks: [] };
const liquid = /(water|lava)$/;

/**
 * A column as a chunk of the game's Anvil format at 1.16.5, compressed. Sections with more than 256 different states, which
 * the libraries' own writer loses, are kept too. Source: https://minecraft.wiki/w/Chunk_format (Java Edition, before 1.18)
 * @param leftOut called with the number of things that are too large for a chunk together: if they could not be read again, the blocks would be lost with them
 */
export function encodeColumn(
  registry: Registry,
  column: BlockColumn,
  light: ColumnLight | null,
  x: number,
  z: number,
  things = nothing,
  leftOut?: (count: number) => void,
): Buffer {
  return encodeStates(registry, column.sections.map(statesOf), light, column.biomes, x, z, things, leftOut);
}

/** The same of the plain block states of its sections, 4096 each, null for air. */
export function encodeStates(
  registry: Registry,
  states: (Uint16Array | null)[],
  light: ColumnLight | null,
  biomes: readonly number[],
  x: number,
  z: number,
  { blockEntities, entities, ticks } = nothing,
  leftOut?: (count: number) => void,
): Buffer {
  const sections: Record<string, Tag>[] = [];
  for (let y = -1; y <= 16; y += 1) {
    const parts = { ...blockTags(registry, states[y] ?? null), ...(light && lightTags(light, y + 1)) };
    if (Object.keys(parts).length > 0) sections.push({ Y: { type: 'byte', value: y }, ...parts });
  }
  const level: Record<string, Tag> = {
    xPos: { type: 'int', value: x },
    zPos: { type: 'int', value: z },
    Status: { type: 'string', value: 'full' },
    // Without it the game computes the chunk's light again.
    isLightOn: { type: 'byte', value: light ? 1 : 0 },
    Biomes: { type: 'intArray', value: biomes },
    Sections: list('compound', sections),
    TileEntities: list('compound', blockEntities),
    Entities: list('compound', entities),
    TileTicks: list(
      'compound',
      ticks.filter(({ i }) => !liquid.test(String(i?.value))),
    ),
    LiquidTicks: list(
      'compound',
      ticks.filter(({ i }) => liquid.test(String(i?.value))),
    ),
  };
  const root = { DataVersion: { type: 'int', value: dataVersion }, Level: { type: 'compound', value: level } };
  const written = (): Buffer => nbt.writeUncompressed({ type: 'compound', name: '', value: root });
  const whole = written();
  const isRead = whole.length <= surelyRead || memoryOf(whole) <= budgetBytes;
  if (whole.length <= maxChunkBytes && isRead) return deflateSync(whole);
  const kept = lightest([...blockEntities, ...entities]);
  level['TileEntities'] = list(
    'compound',
    blockEntities.filter((thing) => kept.has(thing)),
  );
  level['Entities'] = list(
    'compound',
    entities.filter((thing) => kept.has(thing)),
  );
  leftOut?.(blockEntities.length + entities.length - kept.size);
  return deflateSync(written());
}

/** As many as together leave half of a chunk to its blocks, the smallest first. */
function lightest(things: readonly Compound[]): Set<Compound> {
  const weighed = things.map((thing) => ({ thing, share: shareOf(thing) }));
  let left = 0.5;
  const kept = weighed.toSorted((one, other) => one.share - other.share).filter(({ share }) => (left -= share) >= 0);
  return new Set(kept.map(({ thing }) => thing));
}

/** Of what a chunk may take, in the file or when it is read. */
function shareOf(thing: Compound): number {
  const bytes = nbt.writeUncompressed({ type: 'compound', name: '', value: thing });
  return Math.max(bytes.length / maxChunkBytes, memoryOf(bytes) / budgetBytes);
}

function blockTags(registry: Registry, states: Uint16Array | null): Record<string, Tag> {
  if (!states) return {};
  const { palette, indexes, solid } = paletteOf(states);
  if (solid === 0) return {};
  const { data } = pack(indexes, bitsFor(palette.length));
  return {
    Palette: list(
      'compound',
      palette.map((state) => paletteEntry(registry, state)),
    ),
    BlockStates: {
      type: 'longArray',
      value: Array.from({ length: data.length / 2 }, (_, i) => [(data[i * 2 + 1] ?? 0) | 0, (data[i * 2] ?? 0) | 0]),
    },
  };
}

function lightTags(light: ColumnLight, section: number): Record<string, Tag> {
  const block = light.block[section] ?? dark;
  const sky = storedSkyLight(light, section);
  return {
    ...(block === dark ? {} : { BlockLight: { type: 'byteArray', value: new Int8Array(block) } }),
    ...(sky && { SkyLight: { type: 'byteArray', value: new Int8Array(sky) } }),
  };
}

/** The block states of a stored column's sections, and its things. @throws if the blocks are damaged; damaged things are skipped */
export function decodeColumn(registry: Registry, data: Buffer): Things & { sections: (Uint16Array | null)[] } {
  const raw = inflateSync(data, { maxOutputLength: maxChunkBytes });
  const tags = parseNbt(raw);
  const root: unknown = nbt.simplify(tags);
  const level = isRecord(root) ? root['Level'] : undefined;
  const stored = isRecord(level) ? level['Sections'] : undefined;
  if (!Array.isArray(stored)) throw new Error('a stored chunk has no sections');
  const sections = Array.from({ length: 16 }, (): Uint16Array | null => null);
  for (const section of stored as { Y: number; Palette?: PaletteEntry[]; BlockStates?: [number, number][] }[]) {
    // The game stores light above and below the blocks.
    if (!section.Palette || !section.BlockStates || !(section.Y in sections)) continue;
    sections[section.Y] = unpack(
      section.BlockStates,
      section.Palette.map((entry) => stateOf(registry, entry)),
    );
  }
  const things = (name: string): Compound[] =>
    compoundsOf(fieldOf(tags, 'Level'), name)
      .slice(0, mostThings)
      .filter((thing) => isWritable(thing));
  const ticks = [...things('TileTicks'), ...things('LiquidTicks')];
  return { sections, blockEntities: things('TileEntities'), entities: things('Entities'), ticks };
}

interface PaletteEntry {
  Name: string;
  Properties?: Record<string, string>;
}

function bitsFor(states: number): number {
  return Math.max(4, 32 - Math.clz32(states - 1));
}

function unpack(words: [number, number][], palette: number[]): Uint16Array {
  const bits = bitsFor(palette.length);
  const perWord = Math.floor(64 / bits);
  if (words.length < Math.ceil(sectionBlocks / perWord)) throw new Error('a stored chunk is too short');
  const mask = (1 << bits) - 1;
  const states = new Uint16Array(sectionBlocks);
  for (let i = 0; i < sectionBlocks; i += 1) {
    const word = Math.floor(i / perWord);
    const shift = (i - word * perWord) * bits;
    const [high, low] = words[word] ?? [0, 0];
    const value = shift >= 32 ? high >>> (shift - 32) : (low >>> shift) | (shift > 0 ? high << (32 - shift) : 0);
    states[i] = palette[value & mask] ?? 0;
  }
  return states;
}

/** A block's name and properties: they stay the same when the game's numbers change. */
function paletteEntry(registry: Registry, state: number): Record<string, Tag> {
  const block = registry.blocksByStateId[state];
  if (!block) throw new Error(`no block has the state ${state}`);
  const name: Tag = { type: 'string', value: `minecraft:${block.name}` };
  if (block.states.length === 0) return { Name: name };
  const properties: Record<string, Tag> = {};
  let rest = state - block.minStateId;
  for (const property of block.states.toReversed()) {
    properties[property.name] = { type: 'string', value: propertyText(property, rest % property.num_values) };
    rest = Math.floor(rest / property.num_values);
  }
  return { Name: name, Properties: { type: 'compound', value: properties } };
}

function stateOf(registry: Registry, entry: PaletteEntry): number {
  const block = registry.blocksByName[entry.Name.replace('minecraft:', '')];
  if (!block) throw new Error(`unknown block in a stored chunk: ${entry.Name}`);
  let state = 0;
  for (const property of block.states) {
    const text = entry.Properties?.[property.name];
    const numbers = Array.from({ length: property.num_values }, (_, i) => i);
    const number = numbers.find((candidate) => propertyText(property, candidate) === text) ?? 0;
    state = state * property.num_values + number;
  }
  return block.minStateId + state;
}

/** The value of a block's property, by its number, as the game's files and commands have it. */
export function propertyText(property: Block['states'][number], number: number): string {
  if (property.type === 'bool') return number === 0 ? 'true' : 'false';
  return property.values?.[number] ?? String(number);
}
