import type { BlockName } from '../blocks.ts';
import { ChunkCanvas } from '../chunk-canvas.ts';
import { hash, layeredNoise, smoothStep } from '../noise.ts';
import type { ChunkBlocks } from '../official-map.ts';

/** Where players arrive, on a floor of obsidian: the block at their feet. */
export const endArrival = { x: 100, y: 49, z: 0 };

/** The approximate size of the main island, and where other islands begin. */
const island = 92;
const outer = 1000;
/** The towers stand in a ring of that radius. */
const ring = 42;
const towers = 10;

/** The End: an island of end stone with ten towers around the fountain, and smaller islands far out. Pure, as official maps are. */
export function fillEnd(seed: number, chunkX: number, chunkZ: number, blocks: ChunkBlocks): undefined {
  const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
  canvas.eachColumn((x, z) => {
    const ground = groundAt(seed, x, z);
    if (ground) canvas.column(x, ground.from, ground.to, z, 'end_stone');
  });
  for (const tower of endTowers(seed)) drawTower(canvas, tower);
  drawFountain(canvas, groundAt(seed, 0, 0)?.to ?? 60);
  drawArrival(canvas);
}

/** The highest and lowest end stone of a place; null in the void. */
function groundAt(seed: number, x: number, z: number): { from: number; to: number } | null {
  const far = Math.sqrt(x * x + z * z);
  const lump = layeredNoise(seed + 1, x / 28, z / 28, 3);
  const here = far < outer ? smoothStep(1, 0.2, far / (island + lump * 22)) : farIsland(seed, x, z, far);
  if (here <= 0.02) return null;
  const to = Math.round(54 + here * 7 + lump * 2.4);
  const from = Math.round(56 - here * 40 - Math.abs(layeredNoise(seed + 2, x / 13, z / 13, 2)) * 12 * here);
  return from <= to ? { from: Math.max(1, from), to } : null;
}

function farIsland(seed: number, x: number, z: number, far: number): number {
  return smoothStep(0.22, 0.7, layeredNoise(seed + 3, x / 110, z / 110, 3)) * smoothStep(outer, outer + 60, far);
}

interface Tower {
  x: number;
  z: number;
  radius: number;
  /** The height of its bedrock. */
  top: number;
  /** Iron bars around the top. */
  isCaged: boolean;
}

/** Ten towers of different heights, arranged by the seed. Unlike the game's, they begin at y = 40 and have no fire on top. Source: https://minecraft.wiki/w/Obsidian_pillar */
export function endTowers(seed: number): Tower[] {
  const order = Array.from({ length: towers }, (_, i) => i).toSorted(
    (a, b) => hash(seed + 4, a, 0) - hash(seed + 4, b, 0),
  );
  return order.map((size, place) => {
    const angle = (place / towers) * Math.PI * 2;
    const [x, z] = [Math.round(Math.cos(angle) * ring), Math.round(Math.sin(angle) * ring)];
    return { x, z, radius: 2 + Math.floor(size / 3), top: 76 + size * 3, isCaged: size === 1 || size === 2 };
  });
}

function drawTower(canvas: ChunkCanvas, { x, z, radius, top, isCaged }: Tower): void {
  const round = (block: BlockName, from: number, to: number): void => {
    for (let dz = -radius; dz <= radius; dz += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        if (dx * dx + dz * dz <= radius * radius + 1) canvas.column(x + dx, from, to, z + dz, block);
      }
    }
  };
  round('obsidian', 40, top - 1);
  canvas.set(x, top, z, 'bedrock');
  if (!isCaged) return;
  for (let dz = -2; dz <= 2; dz += 1) {
    for (let dx = -2; dx <= 2; dx += 1) {
      const isWall = Math.max(Math.abs(dx), Math.abs(dz)) === 2;
      canvas.column(x + dx, isWall ? top : top + 3, top + 3, z + dz, 'iron_bars');
    }
  }
}

/** The way back: a basin of bedrock around a pillar, where the portal opens when the dragon is dead. */
function drawFountain(canvas: ChunkCanvas, ground: number): void {
  for (let dz = -3; dz <= 3; dz += 1) {
    for (let dx = -3; dx <= 3; dx += 1) {
      const far = Math.hypot(dx, dz);
      if (far > 3.5) continue;
      canvas.column(dx, ground + 1, ground + 5, dz, 'air');
      canvas.set(dx, ground, dz, far > 2.5 ? 'end_stone' : 'bedrock');
      canvas.set(dx, ground + 1, dz, far > 2.5 ? 'bedrock' : 'air');
    }
  }
  canvas.column(0, ground + 1, ground + 4, 0, 'bedrock');
}

function drawArrival(canvas: ChunkCanvas): void {
  const { x, y, z } = endArrival;
  for (let dz = -2; dz <= 2; dz += 1) {
    for (let dx = -2; dx <= 2; dx += 1) {
      canvas.set(x + dx, y - 1, z + dz, 'obsidian');
      canvas.column(x + dx, y, y + 2, z + dz, 'air');
    }
  }
}
