import type { Compound } from '../../world-format/nbt-fields.ts';
import { type BlockName, blockStates } from '../blocks.ts';
import { ChunkCanvas } from '../chunk-canvas.ts';
import { blendedIn, noise3 } from '../noise3.ts';
import { chance, hash, layeredNoise, smoothStep } from '../noise.ts';
import type { ChunkBlocks } from '../official-map.ts';
import { Builder } from '../survival/builder.ts';
import { drawOres, type Vein } from '../survival/ores.ts';
import { drawFortress, fortressesIn } from './fortress.ts';

/** The highest block of the seas of lava, and of the roof. */
export const lavaTop = 31;
export const roof = 127;

/** A biome's id in the game, its ground, and what grows there. */
interface Biome {
  id: number;
  top: BlockName;
  below: BlockName;
  /** Of huge fungi. */
  stem?: BlockName;
  cap?: BlockName;
  plants?: readonly BlockName[];
}

const biomes: Record<'wastes' | 'soulSand' | 'crimson' | 'warped' | 'basalt', Biome> = {
  wastes: { id: 8, top: 'netherrack', below: 'netherrack' },
  soulSand: { id: 170, top: 'soul_sand', below: 'soul_soil' },
  crimson: {
    id: 171,
    top: 'crimson_nylium',
    below: 'netherrack',
    stem: 'crimson_stem',
    cap: 'nether_wart_block',
    plants: ['crimson_roots', 'crimson_roots', 'crimson_fungus'],
  },
  warped: {
    id: 172,
    top: 'warped_nylium',
    below: 'netherrack',
    stem: 'warped_stem',
    cap: 'warped_wart_block',
    plants: ['warped_roots', 'warped_roots', 'warped_fungus'],
  },
  basalt: { id: 173, top: 'basalt', below: 'blackstone' },
};

/** Source: https://minecraft.fandom.com/wiki/Ore_(feature)?oldid=1565510, but for gravel, and for debris, which lies block by block. */
const veins: readonly Vein[] = [
  { block: 'gravel', count: 2, size: 33, from: 5, to: 41, within: 'netherrack' },
  { block: 'magma_block', count: 4, size: 33, from: 27, to: 36, within: 'netherrack' },
  { block: 'nether_gold_ore', count: 10, size: 10, from: 10, to: 117, within: 'netherrack' },
  { block: 'nether_quartz_ore', count: 16, size: 14, from: 10, to: 117, within: 'netherrack' },
  { block: 'ancient_debris', count: 3, size: 1, from: 8, to: 22, within: 'netherrack' },
  { block: 'ancient_debris', count: 2, size: 1, from: 8, to: 119, within: 'netherrack' },
];

/** The least distance of glowstone and fungi from a chunk's border, as they are no wider than this. */
const margin = 3;

/** The Nether: halls and pillars of netherrack between bedrock and bedrock, above a sea of lava. Pure, as official maps are. */
export function fillNether(seed: number, chunkX: number, chunkZ: number, blocks: ChunkBlocks): Compound[] {
  const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
  const rock = blendedIn((x, y, z) => densityAt(seed, x, y, z), chunkX, chunkZ, roof);
  canvas.eachColumn((x, z) => {
    for (let y = 0; y <= roof; y += 1) {
      const isBedrock = chance(seed + 800 + y, x, z) * 5 > Math.min(y, roof - y);
      if (isBedrock) canvas.set(x, y, z, 'bedrock');
      else if (rock(x, y, z) > 0) canvas.set(x, y, z, 'netherrack');
      else if (y <= lavaTop) canvas.set(x, y, z, 'lava');
    }
  });
  drawOres(canvas, seed + 9, veins, roof);
  canvas.eachColumn((x, z) => drawFloors(canvas, seed, x, z));
  drawGrowth(canvas, seed, chunkX, chunkZ);
  const things: Compound[] = [];
  const builder = new Builder(canvas, seed, things);
  for (const site of fortressesIn(seed, canvas.x, canvas.z, 16)) drawFortress(builder, site);
  return things;
}

/** As `OfficialMap.biomes` has them. */
export function netherBiomes(seed: number, chunkX: number, chunkZ: number): readonly number[] {
  const cells = Array.from(
    { length: 16 },
    (_, i) => biomeAt(seed, chunkX * 16 + (i & 3) * 4 + 2, chunkZ * 16 + (i >> 2) * 4 + 2).id,
  );
  return Array.from({ length: 1024 }, (_, i) => cells[i & 15] ?? biomes.wastes.id);
}

/** Above 0 there is rock: surely at the floor and the roof, and least between the sea and the middle. */
function densityAt(seed: number, x: number, y: number, z: number): number {
  const wide = noise3(seed + 810, x / 70, y / 34, z / 70);
  const fine = noise3(seed + 811, x / 26, y / 20, z / 26);
  const floor = smoothStep(24, 2, y) * 1.4;
  const ceiling = smoothStep(96, 126, y) * 1.5;
  return wide + fine * 0.4 - 0.08 + floor + ceiling;
}

function biomeAt(seed: number, x: number, z: number): Biome {
  const first = layeredNoise(seed + 820, x / 190, z / 190, 2);
  const second = layeredNoise(seed + 821, x / 190, z / 190, 2);
  if (first > 0.17) return second > 0 ? biomes.crimson : biomes.warped;
  if (first < -0.17) return second > 0 ? biomes.soulSand : biomes.basalt;
  return biomes.wastes;
}

/** Draws each floor of a column above the sea, and what stands on it. */
function drawFloors(canvas: ChunkCanvas, seed: number, x: number, z: number): void {
  const { top, below, plants } = biomeAt(seed, x, z);
  for (let y = roof - 8; y > lavaTop; y -= 1) {
    if (canvas.at(x, y, z) !== blockStates.netherrack || canvas.at(x, y + 1, z) !== blockStates.air) continue;
    canvas.set(x, y, z, top);
    for (let deep = 1; deep <= 3; deep += 1) {
      if (canvas.at(x, y - deep, z) === blockStates.netherrack) canvas.set(x, y - deep, z, below);
    }
    const kind = hash(seed + 830 + y, x, z);
    if (plants && kind % 6 === 0) canvas.set(x, y + 1, z, plants[(kind >>> 8) % plants.length] ?? 'crimson_roots');
  }
}

/** Clusters of glowstone below the roof, and huge fungi: each within one chunk. */
function drawGrowth(canvas: ChunkCanvas, seed: number, chunkX: number, chunkZ: number): void {
  for (let i = 0; i < 6; i += 1) {
    const place = hash(seed + 840 + i, chunkX, chunkZ);
    const x = canvas.x + margin + (place % (16 - margin * 2));
    const z = canvas.z + margin + ((place >>> 8) % (16 - margin * 2));
    const { stem, cap } = biomeAt(seed, x, z);
    if (i < 2) drawGlowstone(canvas, seed, x, z, 50 + ((place >>> 16) % 60));
    else if (stem && cap) drawFungus(canvas, x, z, { stem, cap, height: 5 + ((place >>> 16) % 7) });
  }
}

/** Hangs from the first rock above that height. */
function drawGlowstone(canvas: ChunkCanvas, seed: number, x: number, z: number, from: number): void {
  if (canvas.at(x, from, z) !== blockStates.air) return;
  let y = from;
  while (canvas.at(x, y + 1, z) === blockStates.air) y += 1;
  for (let dy = 0; dy > -5; dy -= 1) {
    for (let dz = -margin; dz <= margin; dz += 1) {
      for (let dx = -margin; dx <= margin; dx += 1) {
        const far = Math.abs(dx) + Math.abs(dz) - dy;
        if (far <= 4 && (far < 2 || chance(seed + dy, x + dx, z + dz) < 0.6))
          canvas.fillAir(x + dx, y + dy, z + dz, 'glowstone');
      }
    }
  }
}

const nylia = new Set<number>([blockStates.crimson_nylium, blockStates.warped_nylium]);

/** Drawn on the column's highest nylium with room above. */
function drawFungus(
  canvas: ChunkCanvas,
  x: number,
  z: number,
  { stem, cap, height }: { stem: BlockName; cap: BlockName; height: number },
): void {
  let y = roof - 8;
  while (y > lavaTop && !nylia.has(canvas.at(x, y, z))) y -= 1;
  const isFree = Array.from({ length: height }, (_, i) => canvas.at(x, y + 2 + i, z)).every(
    (state) => state === blockStates.air,
  );
  if (y <= lavaTop || !isFree) return;
  for (let dz = -2; dz <= 2; dz += 1) {
    for (let dx = -2; dx <= 2; dx += 1) {
      const far = Math.max(Math.abs(dx), Math.abs(dz));
      const block = (dx + dz + height) % 5 === 0 ? 'shroomlight' : cap;
      if (far < 2) canvas.fillAir(x + dx, y + height + 1, z + dz, cap);
      canvas.fillAir(x + dx, y + height, z + dz, far === 2 ? cap : block);
      if (far === 2 && Math.abs(dx) !== Math.abs(dz)) canvas.fillAir(x + dx, y + height - 1, z + dz, cap);
    }
  }
  canvas.column(x, y + 1, y + height, z, stem);
}
