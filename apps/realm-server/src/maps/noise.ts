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

/** The same in space. Source of the twelve directions: Perlin, "Improving Noise" (2002) */
export function noise3(seed: number, x: number, y: number, z: number): number {
  const [x0, y0, z0] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [dx, dy, dz] = [x - x0, y - y0, z - z0];
  const u = fade(dx);
  const edge = (j: number, k: number): number =>
    mix(
      gradient3(seed, x0, y0 + j, z0 + k, dx, dy - j, dz - k),
      gradient3(seed, x0 + 1, y0 + j, z0 + k, dx - 1, dy - j, dz - k),
      u,
    );
  const v = fade(dy);
  return mix(mix(edge(0, 0), edge(1, 0), v), mix(edge(0, 1), edge(1, 1), v), fade(dz));
}

/** Several noises, each half as wide and half as strong as the one before; about [-1, 1]. */
export function layeredNoise(seed: number, x: number, z: number, layers: number): number {
  let sum = 0;
  let strength = 1;
  let total = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    const scale = 2 ** layer;
    sum += noise(seed + layer * 1013, x * scale, z * scale) * strength;
    total += strength;
    strength /= 2;
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

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

function gradient3(seed: number, x: number, y: number, z: number, dx: number, dy: number, dz: number): number {
  const direction = hash(hash(seed, x, y), z, 0) % 12;
  const [one, other] = direction < 4 ? [dx, dy] : direction < 8 ? [dx, dz] : [dy, dz];
  return (direction & 1 ? one : -one) + (direction & 2 ? other : -other);
}

const gradients = Array.from(
  { length: 16 },
  (_, i) => [Math.cos((i * Math.PI) / 8), Math.sin((i * Math.PI) / 8)] as const,
);

function gradient(seed: number, x: number, z: number, dx: number, dz: number): number {
  const [gx, gz] = gradients[hash(seed, x, z) & 15] ?? [1, 0];
  return gx * dx + gz * dz;
}
