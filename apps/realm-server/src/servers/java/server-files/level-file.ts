import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { RealmSettings } from '@realmkeep/realm-protocol';
import nbt from 'prismarine-nbt';
import { writeDurably } from '../../../world-folder/durable-file.ts';
import { parseNbt } from '../../../world-format/nbt-budget.ts';
import { isRecord } from '../../../world-format/is-record.ts';

const maxBytes = 16 << 20;
const unzip = promisify(gunzip);
const zip = promisify(gzip);

type Tag = { type: string; value: unknown };
type Compound = Record<string, Tag>;

/** A level.dat, by which the game's server knows a world. Source: https://minecraft.wiki/w/Java_Edition_level_format#level.dat_format */
export interface LevelFile {
  /** Where players appear; versions from 1.21.9 on write it another way than those of before. */
  spawn: { x: number; y: number; z: number };
  hardcore: boolean | null;
  root: { name: string; type: string; value: Compound };
}

/** Null when there is none. @throws when it cannot be read: a server that finds none would generate another world around the stored land. */
export async function readLevel(worldFolder: string): Promise<LevelFile | null> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(worldFolder, 'level.dat'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const root = parseNbt(await unzip(bytes, { maxOutputLength: maxBytes })) as LevelFile['root'];
  const data: unknown = (nbt.simplify(root) as Record<string, unknown>)['Data'];
  if (!isRecord(data)) throw new Error('world/level.dat has no data');
  const place = isRecord(data['spawn']) ? data['spawn']['pos'] : [data['SpawnX'], data['SpawnY'], data['SpawnZ']];
  const [x, y, z] = Array.isArray(place) ? (place as unknown[]).map((value) => Number(value) || 0) : [];
  const { hardcore } = data;
  return {
    spawn: { x: x ?? 0, y: y ?? 0, z: z ?? 0 },
    hardcore: typeof hardcore === 'number' ? hardcore !== 0 : null,
    root,
  };
}

/** Whether who dies only looks on is the world's to say, once it is made. */
export async function setHardcore(worldFolder: string, { root }: LevelFile, hardcore: boolean): Promise<void> {
  const data = root.value['Data']?.value as Compound;
  data['hardcore'] = byte(hardcore);
  await write(worldFolder, root);
}

/** Moves where players appear in a world of before 1.21.9, as the built-in server's are. */
export async function setSpawn(
  worldFolder: string,
  { root }: LevelFile,
  { x, y, z }: LevelFile['spawn'],
): Promise<void> {
  const data = root.value['Data']?.value as Compound;
  Object.assign(data, { SpawnX: int(x), SpawnY: int(y), SpawnZ: int(z) });
  await write(worldFolder, root);
}

/** What lies around a world of which only a part is stored. */
export interface Surroundings {
  /** From the lowest up, by the game's names; null for the void, and `game` for hills and woods as the game makes them. */
  layers: readonly { block: string; height: number }[] | 'game' | null;
}

function overworld(layers: Surroundings['layers'], seed: bigint): Compound {
  if (layers === 'game') {
    return {
      type: string('minecraft:noise'),
      seed: long(seed),
      settings: string('minecraft:overworld'),
      biome_source: compound({
        type: string('minecraft:vanilla_layered'),
        seed: long(seed),
        large_biomes: byte(false),
      }),
    };
  }
  return {
    type: string('minecraft:flat'),
    settings: compound({
      biome: string(layers ? 'minecraft:plains' : 'minecraft:the_void'),
      features: byte(false),
      lakes: byte(false),
      structures: compound({ structures: compound({}) }),
      layers: list(
        (layers ?? [{ block: 'air', height: 1 }]).map(({ block, height }) => ({
          block: string(`minecraft:${block}`),
          height: int(height),
        })),
      ),
    }),
  };
}

/** Writes the level.dat of a world at 1.16.5, which later versions make theirs. */
export async function makeLevel(
  worldFolder: string,
  { layers, seed }: Surroundings & { seed: bigint },
  spawn: { x: number; y: number; z: number },
  { gameMode, difficultyLevel }: RealmSettings,
): Promise<void> {
  const data: Compound = {
    DataVersion: int(2586),
    version: int(19_133),
    Version: compound({ Id: int(2586), Name: string('1.16.5'), Snapshot: byte(false) }),
    LevelName: string('world'),
    GameType: int(['SURVIVAL', 'CREATIVE', 'ADVENTURE', 'SPECTATOR'].indexOf(gameMode)),
    Difficulty: { type: 'byte', value: Math.min(3, difficulties.indexOf(difficultyLevel)) },
    hardcore: byte(difficultyLevel === 'HARDCORE'),
    allowCommands: byte(false),
    initialized: byte(true),
    SpawnX: int(spawn.x),
    SpawnY: int(spawn.y),
    SpawnZ: int(spawn.z),
    Time: long(0n),
    DayTime: long(1000n),
    LastPlayed: long(0n),
    GameRules: compound({}),
    WorldGenSettings: compound({
      seed: long(seed),
      bonus_chest: byte(false),
      generate_features: byte(layers === 'game'),
      dimensions: compound({
        'minecraft:overworld': dimension('minecraft:overworld', overworld(layers, seed)),
        'minecraft:the_nether': dimension('minecraft:the_nether', {
          type: string('minecraft:noise'),
          seed: long(seed),
          settings: string('minecraft:nether'),
          biome_source: compound({
            type: string('minecraft:multi_noise'),
            seed: long(seed),
            preset: string('minecraft:nether'),
          }),
        }),
        'minecraft:the_end': dimension('minecraft:the_end', {
          type: string('minecraft:noise'),
          seed: long(seed),
          settings: string('minecraft:end'),
          biome_source: compound({ type: string('minecraft:the_end'), seed: long(0n) }),
        }),
      }),
    }),
  };
  await write(worldFolder, { type: 'compound', name: '', value: { Data: compound(data) } });
}

const difficulties = ['PEACEFUL', 'EASY', 'NORMAL', 'HARD', 'HARDCORE'];

async function write(worldFolder: string, root: LevelFile['root']): Promise<void> {
  await writeDurably(join(worldFolder, 'level.dat'), await zip(nbt.writeUncompressed(root)));
}

function dimension(type: string, generator: Compound): Tag {
  return compound({ type: string(type), generator: compound(generator) });
}

function compound(value: Compound): Tag {
  return { type: 'compound', value };
}

function list(compounds: Compound[]): Tag {
  return { type: 'list', value: { type: 'compound', value: compounds } };
}

function string(value: string): Tag {
  return { type: 'string', value };
}

function int(value: number): Tag {
  return { type: 'int', value };
}

/** As the library has it: the upper and the lower half. */
function long(value: bigint): Tag {
  return { type: 'long', value: [Number(BigInt.asIntN(32, value >> 32n)), Number(BigInt.asIntN(32, value))] };
}

function byte(value: boolean): Tag {
  return { type: 'byte', value: value ? 1 : 0 };
}
