/** A whole number in [0, 2^32) that depends on nothing but its arguments. Mixing steps after Murmur3's finaliser. */
export function hash(seed: number, x: number, z: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(x, 0xc2b2ae35) ^ Math.imul(z, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** As `hash`, in [0, 1). */
export function chance(seed: number, x: number, z: number): number {
  return hash(seed, x, z) / 4294967296;
}

/** Smooth noise in [-1, 1] with features about one unit wide (gradient noise on a square grid, after Perlin 2002). */
export function noise(seed: number, x: number, z: number): number {
  const x0 = Math.floor(x);
  const z0 = Math.floor(z);
  const dx = x - x0;
  const dz = z - z0;
  const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
  const v = dz * dz * dz * (dz * (dz * 6 - 15) + 10);
  const near = mix(gradient(seed, x0, z0, dx, dz), gradient(seed, x0 + 1, z0, dx - 1, dz), u);
  const far = mix(gradient(seed, x0, z0 + 1, dx, dz - 1), gradient(seed, x0 + 1, z0 + 1, dx - 1, dz - 1), u);
  return mix(near, far, v) * 1.41;
}

/** Several noises, each half as wide and half as strong as the one before; about [-1, 1]. */
export function layeredNoise(seed: number, x: number, z: number, layers: number): number {
  let sum = 0;
  let scale = 1;
  let total = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    sum += noise(seed + layer * 1013, x * scale, z * scale) / scale;
    total += 1 / scale;
    scale *= 2;
  }
  return sum / total;
}

/** 0 below `from`, 1 above `to`, and smooth between. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** Sixteen directions in the plane. Arrays of numbers alone, because this is computed some thousand times a column. */
const gradients = {
  x: Float64Array.from({ length: 16 }, (_, i) => Math.cos((i * Math.PI) / 8)),
  z: Float64Array.from({ length: 16 }, (_, i) => Math.sin((i * Math.PI) / 8)),
};

function gradient(seed: number, x: number, z: number, dx: number, dz: number): number {
  const direction = hash(seed, x, z) & 15;
  return (gradients.x[direction] ?? 0) * dx + (gradients.z[direction] ?? 0) * dz;
}
