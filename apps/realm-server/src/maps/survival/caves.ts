import { blendedAt, blendedIn, noise3, type Sample } from '../noise3.ts';

/** Caves are filled with lava up to this height. */
export const lavaTop = 10;

/** Winding tunnels, wider deep down, and halls: where two noises are both near 0, as along a line. */
function isHollow(first: number, second: () => number, y: number): boolean {
  if (y < 34 && first > 0.5) return true;
  const width = y < 40 ? 0.115 : 0.115 - Math.min(0.04, (y - 40) / 900);
  return Math.abs(first) < width && first * first + second() ** 2 < width * width;
}

/** Whether there is a cave, if the ground allows it. Pure; the same as `caveIn`, but slow. */
export function isCave(seed: number, x: number, y: number, z: number): boolean {
  return isHollow(blendedAt(noiseOf(seed, 0), x, y, z), () => blendedAt(noiseOf(seed, 1), x, y, z), y);
}

/** The same within one chunk, at most up to `top`. */
export function caveIn(
  seed: number,
  chunkX: number,
  chunkZ: number,
  top: number,
): (x: number, y: number, z: number) => boolean {
  const first = blendedIn(noiseOf(seed, 0), chunkX, chunkZ, top);
  const second = blendedIn(noiseOf(seed, 1), chunkX, chunkZ, top);
  return (x, y, z) => isHollow(first(x, y, z), () => second(x, y, z), y);
}

function noiseOf(seed: number, which: 0 | 1): Sample {
  return (x, y, z) => noise3(seed + 900 + which * 50_000, x / 52, y / 38, z / 52);
}
