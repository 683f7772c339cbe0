import { ChunkCanvas } from './chunk-canvas.ts';
import { chance, hash, layeredNoise, noise, smoothStep } from './noise.ts';
import type { BlockName } from './blocks.ts';
import type { OfficialMap } from './official-map.ts';

const seaLevel = 62;
const warmOcean = 44;
/** The islands' grid, in blocks. */
const cell = 72;
const corals: BlockName[] = ['tube_coral_block', 'brain_coral_block', 'fire_coral_block', 'horn_coral_block'];

/** Small islands with beaches and palms in a shallow sea with coral. */
export const islands: OfficialMap = {
  name: 'islands',
  biome: warmOcean,
  spawn: (seed) => ({ x: 0, y: surface(seed, 0, 0) + 1, z: 0 }),
  fill(seed, chunkX, chunkZ, blocks) {
    const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
    canvas.base(44, 'stone');
    canvas.eachColumn((x, z) => drawGround(canvas, seed, x, z));
    canvas.eachThing(seed + 40, 9, 1, (x, z, luck) => {
      const y = surface(seed, x, z);
      if (y < seaLevel - 9 || y > seaLevel - 3 || luck > 0.35) return;
      const coral = corals[hash(seed + 41, x, z) % corals.length] ?? 'brain_coral_block';
      canvas.column(x, y + 1, y + 1 + (luck < 0.15 ? 1 : 0), z, coral);
      canvas.set(x + 1, y + 1, z, coral);
      canvas.set(x, y + 1, z + 1, coral);
    });
    canvas.eachThing(seed + 50, 7, 4, (x, z, luck) => {
      const y = surface(seed, x, z);
      if (y <= seaLevel || y > seaLevel + 9 || Math.hypot(x, z) < 7) return;
      const inland = y > seaLevel + 2;
      if (luck > (inland ? 0.5 : 0.18)) return;
      if (inland && luck > 0.28) canvas.tree(x, y + 1, z, 4 + (hash(seed, x, z) % 2), 'jungle_log', 'jungle_leaves');
      else drawPalm(canvas, x, y + 1, z, hash(seed + 51, x, z));
    });
  },
};

/** 1 at an island's heart, 0 in the open sea. */
function landness(seed: number, x: number, z: number): number {
  const wobbleX = x + noise(seed + 1, x / 24, z / 24) * 9;
  const wobbleZ = z + noise(seed + 2, x / 24, z / 24) * 9;
  let most = smoothStep(34, 8, Math.hypot(wobbleX, wobbleZ));
  const cellX = Math.floor(wobbleX / cell);
  const cellZ = Math.floor(wobbleZ / cell);
  for (let cz = cellZ - 1; cz <= cellZ + 1; cz += 1) {
    for (let cx = cellX - 1; cx <= cellX + 1; cx += 1) {
      const islandX = (cx + 0.2 + chance(seed + 3, cx, cz) * 0.6) * cell;
      const islandZ = (cz + 0.2 + chance(seed + 4, cx, cz) * 0.6) * cell;
      const radius = 16 + chance(seed + 5, cx, cz) * 24;
      most = Math.max(most, smoothStep(radius, radius * 0.2, Math.hypot(wobbleX - islandX, wobbleZ - islandZ)));
    }
  }
  return most;
}

function surface(seed: number, x: number, z: number): number {
  const land = landness(seed, x, z);
  const floor = 51 + layeredNoise(seed + 10, x / 40, z / 40, 2) * 3;
  const peaks = smoothStep(0.45, 1, land) * smoothStep(-0.1, 0.5, noise(seed + 11, x / 46, z / 46)) * 10;
  const hearth = smoothStep(6, 18, Math.hypot(x, z));
  return Math.round(floor + smoothStep(0, 0.9, land) * 14.5 + peaks * hearth + noise(seed + 12, x / 11, z / 11) * 0.8);
}

function drawGround(canvas: ChunkCanvas, seed: number, x: number, z: number): void {
  const y = surface(seed, x, z);
  canvas.column(x, 45, y - 4, z, 'stone');
  const beach = y <= seaLevel + 1;
  const rock = y > seaLevel + 10;
  canvas.column(x, y - 3, y - 1, z, beach ? 'sandstone' : rock ? 'stone' : 'dirt');
  canvas.set(x, y, z, beach ? 'sand' : rock ? (chance(seed, x, z) < 0.3 ? 'andesite' : 'stone') : 'grass_block');
  canvas.column(x, y + 1, seaLevel, z, 'water');
  const luck = chance(seed + 30, x, z);
  if (y < seaLevel - 2 && luck < 0.12) canvas.set(x, y + 1, z, 'seagrass');
  if (beach || rock || Math.hypot(x, z) < 3) return;
  if (luck < 0.18) canvas.set(x, y + 1, z, luck < 0.05 ? 'fern' : 'grass');
  else if (luck > 0.97) canvas.set(x, y + 1, z, luck > 0.985 ? 'orange_tulip' : 'allium');
}

/** A bent trunk with fronds to four sides. */
function drawPalm(canvas: ChunkCanvas, x: number, y: number, z: number, shape: number): void {
  const height = 5 + (shape % 3);
  const bendX = ((shape >>> 4) % 3) - 1;
  const bendZ = ((shape >>> 8) % 3) - 1;
  for (let dy = 0; dy < height; dy += 1) {
    const bent = dy * 2 >= height ? 1 : 0;
    canvas.set(x + bendX * bent, y + dy, z + bendZ * bent, 'jungle_log');
  }
  const topX = x + bendX;
  const topZ = z + bendZ;
  const topY = y + height;
  canvas.fillAir(topX, topY, topZ, 'jungle_leaves');
  for (const [dx, dz] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    canvas.fillAir(topX + dx, topY, topZ + dz, 'jungle_leaves');
    canvas.fillAir(topX + dx * 2, topY, topZ + dz * 2, 'jungle_leaves');
    canvas.fillAir(topX + dx * 3, topY - 1, topZ + dz * 3, 'jungle_leaves');
    canvas.fillAir(topX + dx + dz, topY - 1, topZ + dz + dx, 'jungle_leaves');
  }
}
