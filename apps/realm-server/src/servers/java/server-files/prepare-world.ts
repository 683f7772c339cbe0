import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { isGameWorld } from '@realmkeep/realm-protocol';
import loadRegistry from 'minecraft-data';
import type { KernelHost } from '../../kernel.ts';
import { flatLayers } from '../../../maps/flat.ts';
import { drawnColumn, type OfficialMap } from '../../../maps/official-map.ts';
import { seedNumber } from '../../../maps/seed-number.ts';
import { encodeStates } from '../../../world-format/column-storage.ts';
import { RegionFile } from '../../../world-format/region-file.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { readSpawn, spawnFile } from '../../../world-folder/spawn-file.ts';
import { storedOrigin, worldOrigin } from '../../../world-folder/world-origin.ts';
import { type LevelFile, makeLevel, readLevel, setHardcore, setSpawn, type Surroundings } from './level-file.ts';

/** The side of the square of land that is stored, at most: 4225 chunks, which take 12 s of the processor and 13 MiB. */
const largestSide = 1024;
/** How the game goes on where no land is stored. */
const meadow: Surroundings = { layers: flatLayers };
const voidSurroundings: Surroundings = { layers: null };
const surroundings: Record<string, Surroundings | undefined> = {
  islands: voidSurroundings,
  void: voidSurroundings,
  normal: { layers: 'game' },
};

/**
 * Turns the world into one that the game's server accepts as its own. The built-in server stores only changed parts of an official map and
 * generates the rest each time, which no other server does. So the whole map within the border is stored once; around it is flat land, nothing
 * where the map is islands, and the game's own land where the map is a survival one. level.dat is written last: a start after an interrupted one stores what is left.
 * The server generates the game's own land itself, unless the built-in server began the world.
 * @returns the spawn point, and the middle of the border, which stays at the map's own spawn point; null: the server will say
 */
export async function prepareWorld(
  host: KernelHost,
): Promise<{ spawn: LevelFile['spawn']; centre: { x: number; z: number } } | null> {
  const { worldFolder, spec, settings, assertClaim, log } = host;
  const hardcore = settings.difficultyLevel === 'HARDCORE';
  // Chosen while the built-in server ran the world; from now on level.dat says it.
  const chosen = await readSpawn(worldFolder);
  const level = await readLevel(worldFolder);
  if (level) {
    if (level.hardcore !== null && level.hardcore !== hardcore) {
      assertClaim();
      await setHardcore(worldFolder, level, hardcore);
    }
    if (chosen) {
      assertClaim();
      await setSpawn(worldFolder, level, chosen);
      await rm(join(worldFolder, spawnFile));
    }
    const origin = await storedOrigin(worldFolder);
    const spawn = chosen ?? level.spawn;
    return { spawn, centre: origin ? origin.map.spawn(origin.seed) : spawn };
  }
  if (isGameWorld(spec.map) && !(await storedOrigin(worldFolder))) return null;
  const { map, seed } = await worldOrigin(worldFolder, spec, assertClaim);
  const centre = map.spawn(seed);
  const spawn = chosen ?? centre;
  const side = Math.min(settings.borderDiameter, largestSide);
  const reach = Math.min(side / 2, map.reach ?? side);
  log(`Storing the land of the map ${map.name}: ${reach * 2} by ${reach * 2} blocks.`);
  await storeLand(host, map, seed, centre, reach);
  assertClaim();
  const around = surroundings[map.name] ?? meadow;
  await makeLevel(worldFolder, { ...around, seed: seedNumber(spec.seed ?? `${seed}`) }, spawn, settings);
  await rm(join(worldFolder, spawnFile), { force: true });
  return { spawn, centre };
}

async function storeLand(
  { worldFolder, assertClaim, stopping }: KernelHost,
  map: OfficialMap,
  seed: number,
  centre: { x: number; z: number },
  reach: number,
): Promise<void> {
  const registry = loadRegistry('1.16.5') as unknown as Registry;
  const biomes = Array.from({ length: 1024 }, () => map.biome);
  const chunks = (at: number): [number, number] => [Math.floor((at - reach) / 16), Math.floor((at + reach) / 16)];
  const [fromX, toX] = chunks(centre.x);
  const [fromZ, toZ] = chunks(centre.z);
  mkdirSync(join(worldFolder, 'region'), { recursive: true });

  for (let regionZ = fromZ >> 5; regionZ <= toZ >> 5; regionZ += 1) {
    for (let regionX = fromX >> 5; regionX <= toX >> 5; regionX += 1) {
      const region = new RegionFile(join(worldFolder, 'region', `r.${regionX}.${regionZ}.mca`));
      const missing = new Map<number, Buffer>();
      for (let z = Math.max(fromZ, regionZ * 32); z <= Math.min(toZ, regionZ * 32 + 31); z += 1) {
        for (let x = Math.max(fromX, regionX * 32); x <= Math.min(toX, regionX * 32 + 31); x += 1) {
          const index = (x & 31) + (z & 31) * 32;
          if (region.has(index)) continue;
          const { sections, blockEntities } = drawnColumn(map, seed, x, z);
          const things = { blockEntities, entities: [], ticks: [] };
          const own = map.biomes?.(seed, x, z) ?? biomes;
          missing.set(index, encodeStates(registry, sections, null, own, x, z, things));
        }
        // Lets the control interface answer meanwhile.
        await breathe();
        stopping.throwIfAborted();
      }
      if (missing.size > 0) await region.write(missing, assertClaim);
    }
  }
}
