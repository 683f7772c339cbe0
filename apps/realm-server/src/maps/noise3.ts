import { hash, mix } from './noise.ts';

/** Noise in space is taken at every so many blocks, and between them in straight lines. */
const spacing = 4;
const side = 16 / spacing + 1;

/** A number of a point, whose coordinates are multiples of four. */
export type Sample = (x: number, y: number, z: number) => number;

/** The blended value of `sample` at any block. The same as `blendedIn`, but slow. */
export function blendedAt(sample: Sample, x: number, y: number, z: number): number {
  const [x0, y0, z0] = [x & ~3, y & ~3, z & ~3];
  return blend(
    (dx, dy, dz) => sample(x0 + dx * spacing, y0 + dy * spacing, z0 + dz * spacing),
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
  return (x, y, z) => {
    const from = ((y >> 2) * side + ((z & 15) >> 2)) * side + ((x & 15) >> 2);
    return blend(
      (dx, dy, dz) => field[from + (dy * side + dz) * side + dx] ?? 0,
      (x & 3) / spacing,
      (y & 3) / spacing,
      (z & 3) / spacing,
    );
  };
}

/** Smooth noise in about [-1, 1] with features about one unit wide (gradient noise on a cubic grid, after Perlin 2002). */
export function noise3(seed: number, x: number, y: number, z: number): number {
  const [x0, y0, z0] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [fx, fy, fz] = [x - x0, y - y0, z - z0];
  return blend(
    (dx, dy, dz) => slope(hash(seed + (y0 + dy) * 7919, x0 + dx, z0 + dz), fx - dx, fy - dy, fz - dz),
    eased(fx),
    eased(fy),
    eased(fz),
  );
}

function blend(at: Sample, u: number, v: number, w: number): number {
  const near = mix(mix(at(0, 0, 0), at(1, 0, 0), u), mix(at(0, 1, 0), at(1, 1, 0), u), v);
  const far = mix(mix(at(0, 0, 1), at(1, 0, 1), u), mix(at(0, 1, 1), at(1, 1, 1), u), v);
  return mix(near, far, w);
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
