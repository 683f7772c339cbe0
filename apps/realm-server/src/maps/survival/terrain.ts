import { chance, layeredNoise, mix, noise, smoothStep } from '../noise.ts';
import { type BiomeName } from './biomes.ts';

/** The highest block of seas and rivers: the game's sea level is the 63 above it. */
export const waterTop = 62;

/** The ground at one place. */
export interface Ground {
  /** Its highest block, which may be under water. */
  y: number;
  biome: BiomeName;
}

/** From the open sea to the land's heart: continentalness, and the ground's height there without hills. */
const shelves = [
  [-1, 32],
  [-0.42, 38],
  [-0.24, 47],
  [-0.12, 56],
  [-0.06, 61.2],
  [0, 63.4],
  [0.1, 66.5],
  [0.4, 72],
  [1, 78],
] as const;

/** The ground at (x, z). A pure function, so that everything on it is consistent across columns. */
export function groundAt(seed: number, x: number, z: number): Ground {
  const land = layeredNoise(seed + 100, x / 620, z / 620, 5) * 1.5 + 0.14;
  const wild = smoothStep(0.02, 0.46, layeredNoise(seed + 200, x / 420, z / 420, 4)) * smoothStep(0.06, 0.24, land);
  const river = riverAt(seed, x, z);

  const inland = smoothStep(0, 0.14, land);
  const hills = layeredNoise(seed + 300, x / 130, z / 130, 3);
  const lump = noise(seed + 500, x / 17, z / 17);
  let y = shelfAt(land);
  y += inland * ((hills + 0.35) * mix(7, 16, wild) + lump * 0.7) + (1 - inland) * (hills * 3 + lump * 0.5);
  if (wild > 0) y += wild * mountainsAt(seed, x, z);

  // A valley as wide as its slopes are high, and in it the bed.
  const valley = smoothStep(0.03, 0.11 + wild * 0.16, river);
  const atSea = smoothStep(0.02, -0.1, land);
  y = mix(Math.min(y, mix(63.4, y, atSea)), y, valley);
  const isBed = river < 0.034 && land > -0.06;
  if (isBed) y = Math.min(y, mix(57, 62.4, smoothStep(0.006, 0.034, river)));

  const height = Math.max(4, Math.min(180, Math.round(y)));
  return { y: height, biome: biomeAt(seed, x, z, { land, wild, y: height, isBed }) };
}

/** How far mountains rise above the hills where the land is wildest. */
function mountainsAt(seed: number, x: number, z: number): number {
  const peak = Math.max(0, 1 - Math.abs(layeredNoise(seed + 400, x / 210, z / 210, 4)) * 2);
  const crags = layeredNoise(seed + 450, x / 44, z / 44, 3);
  return 6 + peak * Math.sqrt(peak) * 70 + crags * 14;
}

/** How far the nearest river's middle is, in no unit of length: 0 in it. */
function riverAt(seed: number, x: number, z: number): number {
  const bentX = x + noise(seed + 600, x / 60, z / 60) * 14;
  const bentZ = z + noise(seed + 601, x / 60, z / 60) * 14;
  return Math.abs(noise(seed + 602, bentX / 430, bentZ / 430) + noise(seed + 603, bentX / 170, bentZ / 170) * 0.22);
}

function shelfAt(land: number): number {
  let [fromLand, fromY]: readonly [number, number] = shelves[0];
  for (const [toLand, toY] of shelves) {
    if (land <= toLand) {
      return toLand === fromLand ? toY : mix(fromY, toY, Math.max(0, (land - fromLand) / (toLand - fromLand)));
    }
    [fromLand, fromY] = [toLand, toY];
  }
  return fromY;
}

interface Shape {
  land: number;
  wild: number;
  y: number;
  isBed: boolean;
}

function biomeAt(seed: number, x: number, z: number, { land, wild, y, isBed }: Shape): BiomeName {
  // The borders of biomes are frayed, as in the game.
  const frayed = (chance(seed + 700, x, z) - 0.5) * 0.03;
  const warmth = layeredNoise(seed + 701, x / 520, z / 520, 2) * 1.3 + frayed;
  const damp = layeredNoise(seed + 702, x / 330, z / 330, 2) * 1.3 + frayed;
  const isCold = warmth < -0.36;
  if (y < waterTop && land < -0.06) {
    if (isCold) return 'frozen_ocean';
    if (y < 42) return 'deep_ocean';
    return warmth > 0.34 ? 'warm_ocean' : 'ocean';
  }
  if (y < waterTop || isBed) return isCold ? 'frozen_river' : 'river';
  if (y <= waterTop + 2 && land < 0.015) return isCold ? 'snowy_beach' : 'beach';
  if (isCold) return damp > 0 ? 'snowy_taiga' : 'snowy_tundra';
  if (wild > 0.34 && y > 80) return 'mountains';
  if (warmth > 0.26) return damp < -0.04 ? 'desert' : damp < 0.3 ? 'savanna' : 'flower_forest';
  if (warmth < -0.14) return damp > -0.2 ? 'taiga' : 'plains';
  if (damp > 0.34) return 'dark_forest';
  if (damp > 0.08) return 'forest';
  if (damp > -0.04) return 'birch_forest';
  return damp < -0.4 ? 'sunflower_plains' : 'plains';
}
