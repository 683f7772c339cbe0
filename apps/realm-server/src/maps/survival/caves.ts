import { hash, mix } from '../noise.ts';

/** Noise is taken at every so many blocks, and between them in straight lines. */
const spacing = 4;
const side = 16 / spacing + 1;
/** Up to this height lava fills what is hollow. */
export const lavaTop = 10;

/** Winding tunnels, wider deep down, and halls: where two noises are both near 0, as along a line. */
function isHollow(first: number, second: () => number, y: number): boolean {
  if (y < 34 && first > 0.5) return true;
  const width = y < 40 ? 0.115 : 0.115 - Math.min(0.04, (y - 40) / 900);
  return Math.abs(first) < width && first * first + second() ** 2 < width * width;
}

/** Whether a cave is there, if the ground lets it be. Pure; slow beside `caveIn`, and the same. */
export function isCave(seed: number, x: number, y: number, z: number): boolean {
  const [x0, y0, z0] = [x, y, z].map((value) => Math.floor(value / spacing)) as [number, number, number];
  const between = (which: 0 | 1): number =>
    blend((dx, dy, dz) => sample(seed, which, x0 + dx, y0 + dy, z0 + dz), (x & 3) / 4, (y & 3) / 4, (z & 3) / 4);
  return isHollow(between(0), () => between(1), y);
}

/** The same within one chunk, at most up to `top`. */
export function caveIn(
  seed: number,
  chunkX: number,
  chunkZ: number,
  top: number,
): (x: number, y: number, z: number) => boolean {
  const levels = Math.floor(top / spacing) + 2;
  const fields = ([0, 1] as const).map((which) => {
    const field = new Float32Array(side * side * levels);
    for (let i = 0; i < field.length; i += 1) {
      const [x, z] = [i % side, Math.floor(i / side) % side];
      field[i] = sample(seed, which, chunkX * 4 + x, Math.floor(i / (side * side)), chunkZ * 4 + z);
    }
    return field;
  });
  return (x, y, z) =>
    isHollow(betweenSamples(fields[0], x & 15, y, z & 15), () => betweenSamples(fields[1], x & 15, y, z & 15), y);
}

/** @param x, z within the chunk */
function betweenSamples(field: Float32Array | undefined, x: number, y: number, z: number): number {
  const from = ((y >> 2) * side + (z >> 2)) * side + (x >> 2);
  return blend(
    (dx, dy, dz) => field?.[from + (dy * side + dz) * side + dx] ?? 0,
    (x & 3) / 4,
    (y & 3) / 4,
    (z & 3) / 4,
  );
}

function blend(at: (dx: number, dy: number, dz: number) => number, u: number, v: number, w: number): number {
  const near = mix(mix(at(0, 0, 0), at(1, 0, 0), u), mix(at(0, 1, 0), at(1, 1, 0), u), v);
  const far = mix(mix(at(0, 0, 1), at(1, 0, 1), u), mix(at(0, 1, 1), at(1, 1, 1), u), v);
  return mix(near, far, w);
}

function sample(seed: number, which: 0 | 1, x: number, y: number, z: number): number {
  return noise3(seed + 900 + which * 50_000, (x * spacing) / 52, (y * spacing) / 38, (z * spacing) / 52);
}

/** Smooth noise in about [-1, 1] with features about one unit wide (gradient noise on a cubic grid, after Perlin 2002). */
function noise3(seed: number, x: number, y: number, z: number): number {
  const [x0, y0, z0] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [fx, fy, fz] = [x - x0, y - y0, z - z0];
  return blend(
    (dx, dy, dz) => slope(hash(seed + (y0 + dy) * 7919, x0 + dx, z0 + dz), fx - dx, fy - dy, fz - dz),
    eased(fx),
    eased(fy),
    eased(fz),
  );
}

const eased = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

/** One of the twelve directions from a cube's middle to its edges. */
function slope(direction: number, x: number, y: number, z: number): number {
  const h = direction & 15;
  const first = h < 8 ? x : y;
  const second = h < 4 ? y : h === 12 || h === 14 ? x : z;
  return ((h & 1) === 0 ? first : -first) + ((h & 2) === 0 ? second : -second);
}
