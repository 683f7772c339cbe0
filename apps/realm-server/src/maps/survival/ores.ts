import { type BlockName, blockStates } from '../blocks.ts';
import type { ChunkCanvas } from '../chunk-canvas.ts';
import { chance, hash } from '../noise.ts';

/** A vein of ore or other stone. */
export interface Vein {
  block: BlockName;
  /** Veins in a chunk. */
  count: number;
  /** Blocks of a vein, about. */
  size: number;
  /** The heights at which they begin, uniformly distributed. */
  from: number;
  to: number;
  /** The block it replaces, if not stone. */
  within?: BlockName;
}

/** Source: https://minecraft.fandom.com/wiki/Ore_(feature)?oldid=1565510, except that lapis is equally frequent at all of its heights. */
export const ores: readonly Vein[] = [
  { block: 'dirt', count: 10, size: 33, from: 0, to: 255 },
  { block: 'gravel', count: 8, size: 33, from: 0, to: 255 },
  { block: 'granite', count: 10, size: 33, from: 0, to: 79 },
  { block: 'diorite', count: 10, size: 33, from: 0, to: 79 },
  { block: 'andesite', count: 10, size: 33, from: 0, to: 79 },
  { block: 'coal_ore', count: 20, size: 17, from: 0, to: 127 },
  { block: 'iron_ore', count: 20, size: 9, from: 0, to: 63 },
  { block: 'gold_ore', count: 2, size: 9, from: 0, to: 31 },
  { block: 'redstone_ore', count: 8, size: 8, from: 0, to: 15 },
  { block: 'diamond_ore', count: 1, size: 8, from: 0, to: 15 },
  { block: 'lapis_ore', count: 1, size: 7, from: 1, to: 29 },
];
/** In mountains alone. */
export const emeralds: Vein = { block: 'emerald_ore', count: 11, size: 1, from: 4, to: 31 };
/** How far a vein reaches from its middle. */
const reach = 5;

/** Draws the chunk's veins, and those that reach in from its neighbours. @param top of the chunk's ground */
export function drawOres(canvas: ChunkCanvas, seed: number, veins: readonly Vein[], top: number): void {
  for (let z = canvas.z / 16 - 1; z <= canvas.z / 16 + 1; z += 1) {
    for (let x = canvas.x / 16 - 1; x <= canvas.x / 16 + 1; x += 1) drawVeinsOf(canvas, seed, { x, z, veins, top });
  }
}

function drawVeinsOf(
  canvas: ChunkCanvas,
  seed: number,
  { x: chunkX, z: chunkZ, veins, top }: { x: number; z: number; veins: readonly Vein[]; top: number },
): void {
  let number = 0;
  for (const vein of veins) {
    for (let i = 0; i < vein.count; i += 1) {
      number += 1;
      const place = hash(seed + 2000 + number, chunkX, chunkZ);
      const x = chunkX * 16 + (place & 15);
      const z = chunkZ * 16 + ((place >>> 4) & 15);
      const isNear =
        x >= canvas.x - reach && x < canvas.x + 16 + reach && z >= canvas.z - reach && z < canvas.z + 16 + reach;
      const y = vein.from + ((place >>> 8) % (vein.to - vein.from + 1));
      if (isNear && y <= top + 2) drawVein(canvas, vein, { x, y, z }, place);
    }
  }
}

/** Balls along a short line, thickest in its middle; what each vein holds follows from its place alone. */
function drawVein(
  canvas: ChunkCanvas,
  { block, size, within = 'stone' }: Vein,
  at: { x: number; y: number; z: number },
  shape: number,
): void {
  const state = blockStates[block];
  const replaced = blockStates[within];
  const replace = (x: number, y: number, z: number): void => {
    if (canvas.at(x, y, z) === replaced) canvas.put(x, y, z, state);
  };
  if (size === 1) return replace(at.x, at.y, at.z);
  const angle = (shape >>> 16) / 10_000;
  const half = Math.min(2.6, size / 9);
  const alongX = Math.cos(angle) * half;
  const alongZ = Math.sin(angle) * half;
  const rise = ((shape >>> 20) % 3) - 1;
  const radius = size > 20 ? 1.9 : size > 10 ? 1.25 : 0.97;
  const most = Math.ceil(half + radius);
  const lastX = Math.min(most, canvas.x + 15 - at.x);
  const lastZ = Math.min(most, canvas.z + 15 - at.z);
  for (let dz = Math.max(-most, canvas.z - at.z); dz <= lastZ; dz += 1) {
    for (let dx = Math.max(-most, canvas.x - at.x); dx <= lastX; dx += 1) {
      const along = Math.max(-1, Math.min(1, (dx * alongX + dz * alongZ) / (half * half)));
      const fromX = dx - along * alongX;
      const fromZ = dz - along * alongZ;
      const thick = radius * (1.1 - 0.4 * along * along);
      for (let dy = -2; dy <= 2; dy += 1) {
        const fromY = dy - along * rise;
        if (fromX * fromX + fromY * fromY + fromZ * fromZ > thick * thick) continue;
        if (chance(shape + dy, at.x + dx, at.z + dz) > 0.2) replace(at.x + dx, at.y + dy, at.z + dz);
      }
    }
  }
}
