import type { DrawnBlock } from '../blocks.ts';
import { ChunkCanvas } from '../chunk-canvas.ts';
import { layeredNoise, noise } from '../noise.ts';
import type { ChunkBlocks } from '../official-map.ts';

/** Where players come out, on a floor of obsidian: the block that their feet are in. */
export const endArrival = { x: 100, y: 49, z: 0 };

const islandRadius = 96;
const ground = 60;
const pillars = { count: 10, distance: 42, lowest: 76, step: 3 };
/** The way back stands so high on the island. */
export const exitFloor = 63;

/** The End: one island of end stone in nothing, with pillars of obsidian and the way back in its middle. Pure, as official maps are. */
export function fillEnd(seed: number, chunkX: number, chunkZ: number, blocks: ChunkBlocks): void {
  const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
  if (Math.hypot(canvas.x + 8, canvas.z + 8) > islandRadius + 32) return;
  canvas.eachColumn((x, z) => drawIsland(canvas, seed, x, z));
  for (let n = 0; n < pillars.count; n += 1) drawPillar(canvas, n);
  drawExit(canvas);
  canvas.eachColumn((x, z) => {
    const isFloor = Math.max(Math.abs(x - endArrival.x), Math.abs(z - endArrival.z)) <= 2;
    if (isFloor) canvas.set(x, endArrival.y - 1, z, 'obsidian');
  });
}

function drawIsland(canvas: ChunkCanvas, seed: number, x: number, z: number): void {
  const distance = Math.hypot(x, z) + noise(seed, x / 22, z / 22) * 9;
  const inside = 1 - distance / islandRadius;
  if (inside <= 0) return;
  const top = ground + Math.round(layeredNoise(seed + 1, x / 45, z / 45, 2) * 3 * Math.min(1, inside * 4));
  const depth = Math.sqrt(inside) * 34 + layeredNoise(seed + 2, x / 18, z / 18, 2) * 7;
  canvas.column(x, Math.max(1, Math.round(top - depth)), top, z, 'end_stone');
}

/** Each is 3 blocks higher than the one before. */
function drawPillar(canvas: ChunkCanvas, n: number): void {
  const turn = (n / pillars.count) * 2 * Math.PI;
  const [middleX, middleZ] = [
    Math.round(Math.cos(turn) * pillars.distance),
    Math.round(Math.sin(turn) * pillars.distance),
  ];
  const top = pillars.lowest + n * pillars.step;
  const radius = 2 + Math.floor(n / 3);
  canvas.eachColumn((x, z) => {
    if (Math.hypot(x - middleX, z - middleZ) <= radius + 0.2) canvas.column(x, 40, top, z, 'obsidian');
  });
  canvas.set(middleX, top + 1, middleZ, 'bedrock');
}

/** A bowl of bedrock with the portal around a pillar. */
function drawExit(canvas: ChunkCanvas): void {
  const put = (x: number, y: number, z: number, block: DrawnBlock): void => canvas.set(x, exitFloor + y, z, block);
  for (let x = -3; x <= 3; x += 1) {
    for (let z = -3; z <= 3; z += 1) {
      const distance = Math.hypot(x, z);
      if (distance > 3.5) continue;
      canvas.column(x, 40, exitFloor - 1, z, 'end_stone');
      canvas.column(x, exitFloor + 1, exitFloor + 8, z, 'air');
      put(x, 0, z, 'bedrock');
      put(x, 1, z, distance < 2.9 ? 'end_portal' : 'bedrock');
    }
  }
  canvas.column(0, exitFloor, exitFloor + 4, 0, 'bedrock');
}
