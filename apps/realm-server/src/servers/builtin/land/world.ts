import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RealmSpawn } from '@realmkeep/realm-protocol';
import { drawnColumn, type OfficialMap } from '../../../maps/official-map.ts';
import { columnMaker, columnPacket, type ColumnMaker } from '../../../world-format/block-column.ts';
import { lightChangePacket, lightPacket } from '../../../world-format/column-light.ts';
import { decodeColumn, encodeColumn, type Things } from '../../../world-format/column-storage.ts';
import { type Compound, valueOf } from '../../../world-format/nbt-fields.ts';
import { RegionFile } from '../../../world-format/region-file.ts';
import type { BlockColumn, ColumnPosition, Registry } from '../../../world-format/chunk.ts';
import { ColumnThings } from './column-things.ts';
import { shownOfCampfire } from '../nature/campfires.ts';
import { shownOfSign } from './signs.ts';
import { type DimensionName, dimensionKinds } from '../dimensions/kinds.ts';
import { type Container, containerKind } from './container.ts';
import { Light, type LightChange } from '../light/light.ts';
import type { LitColumn } from '../light/lit-column.ts';

export interface WorldOptions {
  dimension: DimensionName;
  /** Where `region` is. */
  worldFolder: string;
  registry: Registry;
  map: OfficialMap;
  seed: number;
  log: (line: string) => void;
  /** Something is to be saved, or to be let go of. */
  changed: () => void;
  /** Shows those who see the column its new light, in a packet. */
  showLight: (x: number, z: number, update: Record<string, unknown>) => void;
  /** Items on the ground, and creatures. */
  entities: readonly Wandering[];
  /** Who lives in a column that the map makes, in the game's form. */
  settlers: (x: number, z: number) => Compound[];
  /** What is to move by itself. */
  ticks: Living;
  /** A block has become another. */
  blockChanged: (position: ColumnPosition, before: number, after: number) => void;
  /** A spawner comes into memory, with what is kept of it. */
  spawnerFound: (fields: Compound) => void;
  /** Something that holds items comes into use. */
  containerUsed: (container: Container) => void;
  /** What holds items holds others. */
  containerChanged: (at: Container['at']) => void;
}

/** What lies about or moves in the land: it comes and goes with the columns, and is saved with them. */
interface Living {
  /** The column comes into memory. @returns what is none of it */
  arrive(x: number, z: number, stored: Compound[]): Compound[];
  /** What is in the column now. */
  tagsOf(x: number, z: number): Compound[];
  /** The column is let go of. */
  depart(x: number, z: number): void;
}

/** What does not stay where it is: how it stands there is saved when the column is last seen. */
interface Wandering extends Living {
  /** Nobody sees the column any more. */
  unseen(x: number, z: number): void;
}

/** A column that comes into memory. */
type Read = Things & { sections: (Uint16Array | null)[]; isStored: boolean };

/** Columns as they are at one moment, on their way to the disk. */
interface Taken {
  /** By the name of the region's file, and the chunk's place in it. */
  images: Map<string, Map<number, Buffer>>;
  spawn: RealmSpawn | null;
  /** What is not written belongs to the next time. */
  settle(isWritten: boolean): void;
}

/**
 * The blocks of a realm, in columns of 16 × 16. A column is made by the map until somebody changes it; from then on it is
 * stored. Columns that nobody sees are let go once they are saved.
 *
 * flying-squid's own world (prismarine-world) loses blocks: it forgets changes made while it saves, and makes a column
 * twice when two ask at once. Here all of a column's changes are synchronous, and it is marked before and saved after.
 */
export class World {
  readonly dimension: DimensionName;
  readonly #options: WorldOptions;
  readonly #maker: ColumnMaker;
  readonly #columns = new Map<string, BlockColumn>();
  /** What blocks hold, of the columns where any does. */
  readonly #things = new Map<string, ColumnThings>();
  readonly #light: Light;
  readonly #viewers = new Map<string, number>();
  readonly #regions = new Map<string, RegionFile>();
  #changed = new Set<string>();
  /** Where players appear, until that is on the disk. */
  #movedSpawn: RealmSpawn | null = null;
  /** On the way to the disk: to be read from there only once it has arrived. */
  #writing = new Set<string>();

  constructor(options: WorldOptions) {
    this.#options = options;
    this.dimension = options.dimension;
    this.#maker = columnMaker(options.registry, options.map.biome);
    const { hasSky } = dimensionKinds[options.dimension];
    this.#light = new Light(options.registry, (...change) => this.#lightChanged(...change), hasSky);
    mkdirSync(join(options.worldFolder, 'region'), { recursive: true });
  }

  /** The column at chunk (x, z), from the disk or the map. */
  column(x: number, z: number): BlockColumn {
    const key = `${x},${z}`;
    let column = this.#columns.get(key);
    if (!column) {
      const { map, seed } = this.#options;
      const read = this.#readStored(x, z) ?? this.#generate(x, z);
      column = this.#maker.make(read.sections);
      if (map.biomes) column.biomes = map.biomes(seed, x, z);
      this.#columns.set(key, column);
      if (read.isStored || read.blockEntities.length > 0 || read.entities.length > 0) this.#addThings(x, z, read);
      // Who lives there may walk on: nobody must come once more.
      if (!read.isStored && read.entities.length > 0) this.#changed.add(key);
      this.#light.add(x, z, column);
      this.#options.changed();
    }
    return column;
  }

  /** The packet that shows the column at chunk (x, z). */
  columnPacket(x: number, z: number): Record<string, unknown> {
    const column = this.column(x, z);
    const things = this.#things.get(`${x},${z}`);
    return columnPacket(this.#options.registry, column, x, z, (at) => {
      const fields = things?.fieldsAt(at) ?? null;
      return { ...shownOfSign(fields), ...shownOfCampfire(fields) };
    });
  }

  /** The packet that lights the column at chunk (x, z). */
  lightPacket(x: number, z: number): Record<string, unknown> {
    this.column(x, z);
    const light = this.#light.of(x, z);
    if (!light) throw new Error(`the column at ${x}, ${z} has no light`);
    return lightPacket(x, z, light);
  }

  blockStateAt(position: ColumnPosition): number {
    return this.#columnOf(position).getBlockStateId(inColumn(position));
  }

  /** The columns that somebody sees, by `x,z`. */
  *seenColumns(): Generator<[key: string, column: BlockColumn]> {
    for (const key of this.#viewers.keys()) {
      const column = this.#columns.get(key);
      if (column) yield [key, column];
    }
  }

  /** The light of the sky at noon and of blocks at a place whose column is in memory; outside of the world it is day. */
  lightAt(position: ColumnPosition): { sky: number; block: number } {
    const column = this.#light.of(Math.floor(position.x / 16), Math.floor(position.z / 16));
    const { x, y, z } = inColumn(position);
    if (!column || y < 0 || y > 255) return { sky: 15, block: 0 };
    const cell = ((y + 16) << 8) | (z << 4) | x;
    return { sky: column.level('sky', cell), block: column.level('block', cell) };
  }

  /** How many columns anybody sees. */
  get seenCount(): number {
    return this.#viewers.size;
  }

  /** What the block at this place holds; null for one that holds nothing. */
  container(position: ColumnPosition): Container | null {
    const block = this.#options.registry.blocksByStateId[this.blockStateAt(position)];
    if (!containerKind(block?.name)) return null;
    return this.#thingsAt(position).container(position, block);
  }

  /** What is kept of a block that holds no items, in the game's form; null for none. */
  blockEntity(position: ColumnPosition): Compound | null {
    return this.#things.get(keyOf(position))?.fieldsAt(position) ?? null;
  }

  keepBlockEntity(position: ColumnPosition, fields: Compound): void {
    this.#thingsAt(position).keepFields(position, fields);
    this.touch(position);
  }

  /** Something else at this place is to be saved. */
  touch(position: ColumnPosition): void {
    this.#changed.add(keyOf(position));
    this.#options.changed();
  }

  /** Sets a block, and what the one before held is gone. `Saves` brings it to the disk within about a second. */
  setBlockState(position: ColumnPosition, stateId: number): void {
    const column = this.#columnOf(position);
    this.#changed.add(keyOf(position));
    const before = column.getBlockStateId(inColumn(position));
    column.setBlockStateId(inColumn(position), stateId);
    const { blocksByStateId } = this.#options.registry;
    if (blocksByStateId[before] !== blocksByStateId[stateId]) this.#things.get(keyOf(position))?.remove(position);
    if (containerKind(blocksByStateId[stateId]?.name)?.acts) this.container(position);
    this.#light.blockChanged(position, before, stateId);
    if (before !== stateId) this.#options.blockChanged(position, before, stateId);
    this.#options.changed();
  }

  /** Keeps where players appear, as it keeps blocks. */
  keepSpawn(spawn: RealmSpawn): void {
    this.#movedSpawn = spawn;
    this.#options.changed();
  }

  /** As flying-squid's plugins ask for a block. */
  async getBlock(position: ColumnPosition): Promise<unknown> {
    return this.#columnOf(position).getBlock(inColumn(position));
  }

  /** As flying-squid's plugins ask for a block's kind. */
  async getBlockType(position: ColumnPosition): Promise<number> {
    return this.#options.registry.blocksByStateId[this.blockStateAt(position)]?.id ?? 0;
  }

  /** Somebody begins to see the column: it stays in memory. */
  retain(key: string): void {
    this.#viewers.set(key, (this.#viewers.get(key) ?? 0) + 1);
  }

  /** Whether somebody sees the column of this place: elsewhere nothing goes on. */
  isSeen(position: ColumnPosition): boolean {
    return this.#viewers.has(keyOf(position));
  }

  /** Somebody no longer sees it. */
  release(key: string): void {
    const left = (this.#viewers.get(key) ?? 1) - 1;
    if (left > 0) return void this.#viewers.set(key, left);
    this.#viewers.delete(key);
    for (const kind of this.#options.entities) kind.unseen(...coordinates(key));
    this.#options.changed();
  }

  /** Light that is still on its way stays there: what is written from now on is lit anew when it is read. */
  stopLight(): void {
    this.#light.close();
  }

  /** What has changed since the last time. */
  take(): Taken {
    const taken = this.#changed;
    const spawn = this.#movedSpawn;
    const settle = (isWritten: boolean): void => {
      this.#writing = new Set();
      if (isWritten) return;
      for (const key of taken) this.#changed.add(key);
      this.#movedSpawn ??= spawn;
    };
    this.#changed = new Set();
    this.#movedSpawn = null;
    this.#writing = taken;
    try {
      const images: Taken['images'] = new Map();
      for (const key of taken) {
        const [x, z] = coordinates(key);
        const name = regionName(x, z);
        const chunks = images.get(name) ?? new Map<number, Buffer>();
        const column = this.column(x, z);
        const light = (this.#light.isSettled && this.#light.of(x, z)) || null;
        const things = this.#things.get(key);
        const known = this.#options.entities.flatMap((kind) => kind.tagsOf(x, z));
        const entities = [...(things?.entities ?? []), ...known];
        const stored = { blockEntities: things?.toTags() ?? [], entities, ticks: this.#options.ticks.tagsOf(x, z) };
        const data = encodeColumn(this.#options.registry, column, light, x, z, stored, (count) =>
          this.#options.log(`failed to save ${count} things in chunk ${x}, ${z}: together they are too large`),
        );
        images.set(name, chunks.set(chunkIndex(x, z), data));
      }
      return { images, spawn, settle };
    } catch (error) {
      settle(false);
      throw error;
    }
  }

  /** What lies in a file beside changed blocks gets its new light there too. */
  #lightChanged(column: LitColumn, change: LightChange, isOfBlocks: boolean): void {
    const { x, z } = column;
    this.#options.showLight(x, z, lightChangePacket(x, z, column, change));
    if (!isOfBlocks || !this.region(regionName(x, z)).has(chunkIndex(x, z))) return;
    this.#changed.add(`${x},${z}`);
    this.#options.changed();
  }

  /** Drops from memory what is neither seen nor changed. */
  letGo(): void {
    for (const key of this.#columns.keys()) {
      if (this.#viewers.has(key) || this.#changed.has(key) || this.#writing.has(key)) continue;
      this.#columns.delete(key);
      this.#things.get(key)?.letGo();
      this.#things.delete(key);
      for (const kind of this.#options.entities) kind.depart(...coordinates(key));
      this.#options.ticks.depart(...coordinates(key));
      this.#light.remove(...coordinates(key));
    }
  }

  #thingsAt(position: ColumnPosition): ColumnThings {
    const [x, z] = [Math.floor(position.x / 16), Math.floor(position.z / 16)];
    return this.#things.get(keyOf(position)) ?? this.#addThings(x, z, { blockEntities: [], entities: [], ticks: [] });
  }

  #addThings(x: number, z: number, stored: Things): ColumnThings {
    const { registry, ticks, containerUsed, containerChanged } = this.#options;
    const changed = ({ at }: Container): void => {
      this.touch(at);
      containerChanged(at);
    };
    const entities = this.#options.entities.reduce((left, kind) => kind.arrive(x, z, left), stored.entities);
    ticks.arrive(x, z, stored.ticks);
    const things = new ColumnThings(registry, { x, z }, { ...stored, entities }, { changed, containerUsed });
    this.#things.set(`${x},${z}`, things);
    for (const fields of stored.blockEntities) if (isSpawner(fields)) this.#options.spawnerFound(fields);
    return things;
  }

  #readStored(x: number, z: number): Read | null {
    const region = this.region(regionName(x, z));
    try {
      const data = region.read(chunkIndex(x, z));
      return data && { isStored: true, ...decodeColumn(this.#options.registry, data) };
    } catch (error) {
      this.#options.log(`Chunk ${x}, ${z} is damaged, and is made anew: ${String(error)}`);
      region.keepDamaged();
      return null;
    }
  }

  #generate(x: number, z: number): Read {
    const { map, seed, settlers } = this.#options;
    return { isStored: false, ...drawnColumn(map, seed, x, z), entities: settlers(x, z), ticks: [] };
  }

  /** A region's file, by its name. */
  region(name: string): RegionFile {
    let region = this.#regions.get(name);
    if (!region) this.#regions.set(name, (region = new RegionFile(join(this.#options.worldFolder, 'region', name))));
    return region;
  }

  #columnOf(position: ColumnPosition): BlockColumn {
    return this.column(Math.floor(position.x / 16), Math.floor(position.z / 16));
  }
}

function isSpawner(fields: Compound): boolean {
  return valueOf(fields['id']) === 'minecraft:mob_spawner';
}

function keyOf(position: ColumnPosition): string {
  return `${Math.floor(position.x / 16)},${Math.floor(position.z / 16)}`;
}

/** Of a column, by its key. */
export function coordinates(key: string): [number, number] {
  const [x, z] = key.split(',').map(Number);
  return [x ?? 0, z ?? 0];
}

function inColumn(position: ColumnPosition): ColumnPosition {
  return { x: Math.floor(position.x) & 15, y: Math.floor(position.y), z: Math.floor(position.z) & 15 };
}

function regionName(x: number, z: number): string {
  return `r.${x >> 5}.${z >> 5}.mca`;
}

function chunkIndex(x: number, z: number): number {
  return (x & 31) + (z & 31) * 32;
}
