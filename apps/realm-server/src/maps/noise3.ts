import { hash, mix } from './noise.ts';

/** Noise in space is taken at every so many blocks, and between them in straight lines. */
const spacing = 4;
const side = 16 / spacing + 1;

/** A number of a point, whose coordinates are multiples of four. */
export type Sample = (x: number, y: number, z: number) => number;

/** The blended value of `sample` at any block. The same as `blendedIn`, but slow. */
export function blendedAt(sample: Sample, x: number, y: number, z: number): number {
  const [x0, y0, z0] = [x & ~3, y & ~3, z & ~3];
  const at = (dx: number, dy: number, dz: number): number => sample(x0 + dx, y0 + dy, z0 + dz);
  return blend(
    at(0, 0, 0),
    at(spacing, 0, 0),
    at(0, spacing, 0),
    at(spacing, spacing, 0),
    at(0, 0, spacing),
    at(spacing, 0, spacing),
    at(0, spacing, spacing),
    at(spacing, spacing, spacing),
    (x & 3) / spacing,
    (y & 3) / spacing,
    (z & 3) / spacing,
  );
}

/** The same within one chunk, up to `top` at most. */
export function blendedIn(sample: Sample, chunkX: number, chunkZ: number, top: number): Sample {
  const field = new Float32Array(side * side * (Math.floor(top / spacing) + 2));
  for (let i = 0; i < field.length; i += 1) {
    const [x, z] = [i % side, Math.floor(i / side) % side];
    const y = Math.floor(i / (side * side));
    field[i] = sample(chunkX * 16 + x * spacing, y * spacing, chunkZ * 16 + z * spacing);
  }
  const at = (index: number): number => field[index] ?? 0;
  return (x, y, z) => {
    const low = ((y >> 2) * side + ((z & 15) >> 2)) * side + ((x & 15) >> 2);
    const high = low + side * side;
    return blend(
      at(low),
      at(low + 1),
      at(high),
      at(high + 1),
      at(low + side),
      at(low + side + 1),
      at(high + side),
      at(high + side + 1),
      (x & 3) / spacing,
      (y & 3) / spacing,
      (z & 3) / spacing,
    );
  };
}

/** Smooth noise in about [-1, 1] with features about one unit wide (gradient noise on a cubic grid, after Perlin 2002). */
export function noise3(seed: number, x: number, y: number, z: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const z0 = Math.floor(z);
  const dx = x - x0;
  const dy = y - y0;
  const dz = z - z0;
  const low = seed + y0 * 7919;
  const high = low + 7919;
  return blend(
    slope(hash(low, x0, z0), dx, dy, dz),
    slope(hash(low, x0 + 1, z0), dx - 1, dy, dz),
    slope(hash(high, x0, z0), dx, dy - 1, dz),
    slope(hash(high, x0 + 1, z0), dx - 1, dy - 1, dz),
    slope(hash(low, x0, z0 + 1), dx, dy, dz - 1),
    slope(hash(low, x0 + 1, z0 + 1), dx - 1, dy, dz - 1),
    slope(hash(high, x0, z0 + 1), dx, dy - 1, dz - 1),
    slope(hash(high, x0 + 1, z0 + 1), dx - 1, dy - 1, dz - 1),
    eased(dx),
    eased(dy),
    eased(dz),
  );
}

/** The values at a cube's corners, x changing fastest, then y, weighed by where in the cube a point is. */
function blend(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
  u: number,
  v: number,
  w: number,
): number {
  return mix(mix(mix(a, b, u), mix(c, d, u), v), mix(mix(e, f, u), mix(g, h, u), v), w);
}

function eased(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

/** One of the twelve directions from a cube's middle to its edges. */
function slope(direction: number, x: number, y: number, z: number): number {
  const h = direction & 15;
  const first = h < 8 ? x : y;
  const second = h < 4 ? y : h === 12 || h === 14 ? x : z;
  return ((h & 1) === 0 ? first : -first) + ((h & 2) === 0 ? second : -second);
}
