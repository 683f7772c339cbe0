import type { BlockName } from './blocks.ts';
import { ChunkCanvas } from './chunk-canvas.ts';
import { chance, layeredNoise, noise, smoothStep } from './noise.ts';
import type { OfficialMap } from './official-map.ts';

const waterLevel = 62;
const plains = 1;
const flowers: BlockName[] = ['dandelion', 'poppy', 'cornflower', 'oxeye_daisy', 'allium', 'azure_bluet', 'pink_tulip'];

/** Gentle hills with ponds, groves of oak and birch, and drifts of flowers. */
export const meadow: OfficialMap = {
  name: 'meadow',
  biome: plains,
  spawn: (seed) => ({ x: 0, y: surface(seed, 0, 0) + 1, z: 0 }),
  fill(seed, chunkX, chunkZ, blocks) {
    const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
    canvas.base(48, 'stone');
    canvas.eachColumn((x, z) => drawGround(canvas, seed, x, z));
    canvas.eachThing(seed + 40, 23, 3, (x, z, luck) => {
      const y = surface(seed, x, z);
      if (luck > 0.25 || isKeptFree(x, z) || y < waterLevel) return;
      canvas.boulder(x, y, z, 1.4 + luck * 4, (dx, dz) =>
        chance(seed, x + dx, z + dz) < 0.4 ? 'mossy_cobblestone' : 'andesite',
      );
    });
    canvas.eachThing(seed + 50, 6, 2, (x, z, luck) => {
      const y = surface(seed, x, z);
      const grove = noise(seed + 60, x / 45, z / 45);
      if (y <= waterLevel + 1 || isKeptFree(x, z) || luck > 0.1 + Math.max(0, grove) * 1.3) return;
      const birch = noise(seed + 61, x / 60, z / 60) > 0.12;
      const height = 4 + Math.floor(chance(seed + 62, x, z) * 3);
      if (birch) canvas.tree(x, y + 1, z, height + 1, 'birch_log', 'birch_leaves');
      else canvas.tree(x, y + 1, z, height, 'oak_log', 'oak_leaves');
    });
  },
};

function surface(seed: number, x: number, z: number): number {
  const hills = layeredNoise(seed, x / 120, z / 120, 3) * 13;
  const ponds = smoothStep(0.3, 0.62, noise(seed + 20, x / 55, z / 55)) * 11;
  const clearing = smoothStep(9, 26, Math.hypot(x, z));
  return Math.round(66.4 + (hills - ponds) * clearing);
}

function drawGround(canvas: ChunkCanvas, seed: number, x: number, z: number): void {
  const y = surface(seed, x, z);
  canvas.column(x, 49, y - 4, z, 'stone');
  if (y < waterLevel) {
    canvas.column(x, y - 3, y, z, y < waterLevel - 3 ? 'clay' : 'sand');
    canvas.column(x, y + 1, waterLevel, z, 'water');
    if (chance(seed + 30, x, z) < 0.05) canvas.set(x, waterLevel + 1, z, 'lily_pad');
    return;
  }
  const shore = y === waterLevel;
  canvas.column(x, y - 3, y - 1, z, shore ? 'sand' : 'dirt');
  canvas.set(x, y, z, shore ? 'sand' : 'grass_block');
  if (!shore && Math.hypot(x, z) > 2) drawPlant(canvas, seed, x, y + 1, z);
}

function drawPlant(canvas: ChunkCanvas, seed: number, x: number, y: number, z: number): void {
  const luck = chance(seed + 31, x, z);
  const drift = noise(seed + 32, x / 18, z / 18);
  if (luck < 0.02 + Math.max(0, drift - 0.1) * 0.5) {
    const kind = Math.floor((noise(seed + 33, x / 26, z / 26) + 1) * 3.5 + chance(seed + 34, x, z) * 2);
    canvas.set(x, y, z, flowers[kind % flowers.length] ?? 'poppy');
  } else if (luck > 0.8) {
    canvas.set(x, y, z, 'grass');
  }
}

/** Nothing is placed around the spawn. */
function isKeptFree(x: number, z: number): boolean {
  return Math.hypot(x, z) < 8;
}
