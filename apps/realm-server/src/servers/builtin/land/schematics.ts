import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { encodeVarInt } from '@realmkeep/protocol';
import nbt from 'prismarine-nbt';
import { Vec3 } from 'vec3';
import { dataVersion } from '../../../world-format/column-storage.ts';
import { isRecord } from '../../../world-format/is-record.ts';
import { parseNbt } from '../../../world-format/nbt-budget.ts';
import { fieldOf, numbersOf, valueOf } from '../../../world-format/nbt-fields.ts';
import { compound, int } from '../../../world-format/nbt-tags.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { Reader } from '../commands/language/reader.ts';
import { readBlock } from '../commands/things.ts';
import { CommandError } from '../messages/text.ts';
import type { KeptFiles } from '../scores/kept-files.ts';
import { placedBlock } from './block-state.ts';
import type { Clipboard } from './clipboard.ts';

/** As many as a realm keeps. */
export const mostSchematics = 100;
/** Of a file, packed, unpacked and parsed: far more than the largest plan allows to copy. */
const mostBytes = { packed: 1 << 20, unpacked: 4 << 20, parsed: 8 << 20 };
/** Different blocks in one. */
const mostKinds = 4096;
const plainName = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const ending = '.schem';

/**
 * What players keep of their copies: `world/schematics/<name>.schem`, as WorldEdit writes and reads them, without what blocks hold.
 * Source: https://github.com/SpongePowered/Schematic-Specification/blob/master/versions/schematic-2.md
 */
export class Schematics {
  readonly #folder: string;
  readonly #files: KeptFiles;

  constructor(worldFolder: string, files: KeptFiles) {
    this.#folder = join(worldFolder, 'schematics');
    this.#files = files;
  }

  /** Their names. */
  async list(): Promise<string[]> {
    const entries = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const names = entries.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
    return names.filter((name) => plainName.test(name)).toSorted();
  }

  /** @throws when it cannot be written */
  async save(registry: Registry, name: string, clipboard: Clipboard): Promise<void> {
    await this.#files.write(pathOf(name), await promisify(gzip)(encodeSchematic(registry, clipboard)));
  }

  async delete(name: string): Promise<void> {
    await this.#files.write(pathOf(name), null);
  }

  /**
   * The realm's managers can upload the file, so nothing in it is trusted.
   * @param most blocks
   * @returns how many blocks it has, if they are too many @throws when it is missing, or not a schematic
   */
  async load(registry: Registry, name: string, most: number): Promise<Clipboard | number> {
    const path = join(this.#folder, name + ending);
    const found = await lstat(path);
    if (!found.isFile() || found.size > mostBytes.packed) throw new Error(`it is no file, or has ${found.size} bytes`);
    const unpacked = await promisify(gunzip)(await readFile(path), { maxOutputLength: mostBytes.unpacked });
    return decodeSchematic(registry, parseNbt(unpacked, mostBytes.parsed), most);
  }
}

/** The file's name; null if it is not a plain name. */
export function schematicName(typed: string): string | null {
  const name = typed.toLowerCase().replace(/\.schem$/, '');
  return plainName.test(name) ? name : null;
}

function pathOf(name: string): string {
  return join('..', 'schematics', name + ending);
}

export function encodeSchematic(registry: Registry, { size, offset, states }: Clipboard): Buffer {
  const palette = new Map<number, number>();
  const bytes: number[] = [];
  for (const state of states) {
    let place = palette.get(state);
    if (place === undefined) palette.set(state, (place = palette.size));
    bytes.push(...encodeVarInt(place));
  }
  const [Width, Height, Length] = size.toArray().map((value) => ({ type: 'short', value }));
  const names = [...palette].map(([state, place]) => [blockText(registry, state), int(place)]);
  return nbt.writeUncompressed({
    type: 'compound',
    name: 'Schematic',
    value: {
      Version: int(2),
      DataVersion: int(dataVersion),
      Metadata: compound({ WEOffsetX: int(offset.x), WEOffsetY: int(offset.y), WEOffsetZ: int(offset.z) }),
      Width,
      Height,
      Length,
      Offset: { type: 'intArray', value: offset.toArray() },
      PaletteMax: int(palette.size),
      Palette: compound(Object.fromEntries(names)),
      BlockData: { type: 'byteArray', value: Int8Array.from(bytes) },
      BlockEntities: { type: 'list', value: { type: 'end', value: [] } },
    },
  });
}

/** A block that this version does not have is air. @returns how many blocks it has, when those are too many @throws when it is none */
export function decodeSchematic(registry: Registry, root: unknown, most: number): Clipboard | number {
  const [version = 0, width = 0, height = 0, length = 0] =
    numbersOf(root, ['Version', 'Width', 'Height', 'Length'])?.map((value) => value & 0xffff) ?? [];
  const [palette, data] = ['Palette', 'BlockData'].map((name) => valueOf(fieldOf(root, name)));
  const count = width * height * length;
  if (version < 1 || version > 2 || count === 0 || !isRecord(palette) || !Array.isArray(data)) {
    throw new Error('it is no schematic of version 1 or 2');
  }
  if (count > most) return count;
  if (Object.keys(palette).length > mostKinds) throw new Error(`it has more than ${mostKinds} kinds of blocks`);
  const stateOf = new Map(Object.entries(palette).map(([name, tag]) => [valueOf(tag), stateNamed(registry, name)]));
  const states = new Uint16Array(count);
  let at = 0;
  for (let cell = 0; cell < count; cell += 1) {
    let [place, shift, byte] = [0, 0, 0];
    do {
      byte = Number(data[at++]);
      if (!Number.isInteger(byte) || shift > 14) throw new Error('its blocks are damaged');
      place |= (byte & 0x7f) << shift;
      shift += 7;
    } while ((byte & 0x80) !== 0);
    const state = stateOf.get(place);
    if (state === undefined) throw new Error('its palette is damaged');
    states[cell] = state;
  }
  // Where WorldEdit has not said from where it was copied, it is pasted from its corner on.
  const [x = 0, y = 0, z = 0] = numbersOf(fieldOf(root, 'Metadata'), ['WEOffsetX', 'WEOffsetY', 'WEOffsetZ']) ?? [];
  return { size: new Vec3(width, height, length), offset: new Vec3(x, y, z), states };
}

function blockText(registry: Registry, state: number): string {
  const { kind, properties } = placedBlock(registry, state) ?? { kind: { name: 'air' }, properties: {} };
  const typed = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  return `minecraft:${kind.name}${typed.length > 0 ? `[${typed.join()}]` : ''}`;
}

function stateNamed(registry: Registry, name: string): number {
  try {
    return readBlock(new Reader(name), registry).state;
  } catch (error) {
    if (error instanceof CommandError) return 0;
    throw error;
  }
}
