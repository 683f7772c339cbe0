import type { BlockName } from './blocks.ts';
import { ChunkCanvas } from './chunk-canvas.ts';
import { chance, layeredNoise, mix, noise, smoothStep } from './noise.ts';
import type { OfficialMap } from './official-map.ts';

const floor = 64;
const waterLevel = 62;
const woodedBadlands = 38;
/** The mesas' layers of clay, from below; they repeat. */
const layers: BlockName[] = [
  'terracotta',
  'terracotta',
  'orange_terracotta',
  'orange_terracotta',
  'red_terracotta',
  'terracotta',
  'yellow_terracotta',
  'orange_terracotta',
  'white_terracotta',
  'light_gray_terracotta',
  'terracotta',
  'red_terracotta',
  'red_terracotta',
  'orange_terracotta',
  'brown_terracotta',
  'terracotta',
  'yellow_terracotta',
];

/** Terraced red mesas around a winding river. */
export const canyon: OfficialMap = {
  name: 'canyon',
  biome: woodedBadlands,
  spawn: (seed) => ({ x: 0, y: surface(seed, 0, 0) + 1, z: 0 }),
  fill(seed, chunkX, chunkZ, blocks) {
    const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
    canvas.base(52, 'stone');
    canvas.eachColumn((x, z) => drawGround(canvas, seed, x, z));
    canvas.eachThing(seed + 50, 8, 2, (x, z, luck) => {
      const y = surface(seed, x, z);
      if (y < waterLevel || luck > 0.4 || Math.hypot(x, z) < 7) return;
      if (y <= floor + 1) {
        if (luck < 0.22) canvas.column(x, y + 1, y + 2 + Math.floor(luck * 10), z, 'cactus');
        else if (luck < 0.3) canvas.boulder(x, y, z, 1.6, () => 'red_sandstone');
      } else if (y > floor + 21) {
        canvas.tree(x, y + 1, z, 4 + Math.floor(luck * 5), 'acacia_log', 'acacia_leaves');
      }
    });
  },
};

/** The ground's height: mesas in terraces, cut by the river's valley. */
function surface(seed: number, x: number, z: number): number {
  const wobbleX = x + layeredNoise(seed + 1, x / 34, z / 34, 2) * 10;
  const wobbleZ = z + layeredNoise(seed + 2, x / 34, z / 34, 2) * 10;
  const river = Math.abs(noise(seed + 3, wobbleX / 140 + 3.72, wobbleZ / 140 + 8.4));
  const fromSpawn = Math.hypot(x, z);
  if (river < 0.035 && fromSpawn > 12) return Math.round(mix(waterLevel - 4, waterLevel, river / 0.035));
  const mesa = smoothStep(0.12, 0.5, river) * (0.72 + layeredNoise(seed + 4, wobbleX / 70, wobbleZ / 70, 2) * 0.75);
  const steps = Math.max(0, mesa * 4.4) * smoothStep(10, 34, fromSpawn);
  const step = Math.floor(steps);
  const ramp = smoothStep(0.72, 1, steps - step);
  return Math.round(floor + (step + ramp) * 7 + noise(seed + 5, x / 9, z / 9) * 0.6);
}

function drawGround(canvas: ChunkCanvas, seed: number, x: number, z: number): void {
  const y = surface(seed, x, z);
  const tilt = Math.round(noise(seed + 6, x / 80, z / 80) * 2);
  for (let level = 53; level <= y; level += 1) {
    canvas.set(x, level, z, layers[(level + tilt) % layers.length] ?? 'terracotta');
  }
  const luck = chance(seed + 30, x, z);
  if (y <= waterLevel) {
    canvas.column(x, y - 1, y, z, y < waterLevel ? 'clay' : 'red_sand');
    canvas.column(x, y + 1, waterLevel, z, 'water');
  } else if (y <= floor + 2) {
    canvas.column(x, y - 2, y - 1, z, 'red_sandstone');
    canvas.set(x, y, z, luck < 0.08 ? 'coarse_dirt' : 'red_sand');
    if (luck > 0.97 && Math.hypot(x, z) > 3) canvas.set(x, y + 1, z, 'dead_bush');
  } else if (y > floor + 20) {
    canvas.set(x, y, z, luck < 0.25 ? 'coarse_dirt' : 'grass_block');
    if (luck > 0.8) canvas.set(x, y + 1, z, 'grass');
  }
}
