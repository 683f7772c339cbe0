import { chance, hash } from '../noise.ts';
import { type Biome, biomes } from './biomes.ts';
import { groundAt, waterTop } from './terrain.ts';

export interface Site {
  x: number;
  z: number;
}

/** Sites near the spawn: every world has these, even inside the narrowest border. */
interface Home {
  spawn: { x: number; y: number; z: number };
  /** Null where all land around is too steep or too wooded. */
  village: Site | null;
  stronghold: Site;
}

export const structureNames = ['village', 'stronghold'] as const;
export type StructureName = (typeof structureNames)[number];

/** One site at most in each cell of a grid, in blocks; how far a structure reaches from its site; how far from the home's the others are. */
const grids = {
  village: { cell: 360, reach: 44, apart: 220 },
  stronghold: { cell: 1200, reach: 62, apart: 600 },
};
/** Cells looked through around a place. */
const locateCells = 4;
const spawnStep = 40;
const spawnTries = 4000;
/** So many places to appear at are compared for one with a village. */
const dryTries = 30;

let last: { seed: number; home: Home } | undefined;

/** The spawn point, and the sites near it. Cached for one seed, as a process has one world. */
export function homeOf(seed: number): Home {
  if (last?.seed !== seed) last = { seed, home: findHome(seed) };
  return last.home;
}

function findHome(seed: number): Home {
  let spawn: Site | null = null;
  let village: Site | null = null;
  let dry = 0;
  for (const at of spiral(spawnTries)) {
    if (!isOpen(seed, at.x, at.z)) continue;
    spawn ??= at;
    village = villageAround(seed, at);
    if (village) spawn = at;
    dry += 1;
    if (village || dry >= dryTries) break;
  }
  const { x, z } = spawn ?? { x: 0, z: 0 };
  const angle = chance(seed + 3000, 0, 0) * Math.PI * 2;
  const stronghold = { x: Math.round(x + Math.cos(angle) * 150), z: Math.round(z + Math.sin(angle) * 150) };
  return { spawn: { x, y: Math.max(waterTop, groundAt(seed, x, z).y) + 1, z }, village, stronghold };
}

/** Places farther and farther from the middle. */
function* spiral(count: number): Generator<Site> {
  for (let i = 0; i < count; i += 1) {
    const far = Math.sqrt(i) * spawnStep;
    yield { x: Math.round(Math.cos(i * 2.4) * far), z: Math.round(Math.sin(i * 2.4) * far) };
  }
}

/** Whether the ground is dry, not high, and about level. */
function isOpen(seed: number, x: number, z: number): boolean {
  const { y, biome } = groundAt(seed, x, z);
  if (y <= waterTop + 1 || y > 90 || biomes[biome].top !== 'grass_block') return false;
  return [-4, 4].every(
    (d) => Math.abs(groundAt(seed, x + d, z).y - y) < 3 && Math.abs(groundAt(seed, x, z + d).y - y) < 3,
  );
}

function villageAround(seed: number, { x, z }: Site): Site | null {
  for (let i = 0; i < 60; i += 1) {
    const far = 70 + (i % 4) * 30;
    const angle = i * 2.4 + chance(seed + 3001, 0, 0) * 6;
    const at = { x: Math.round(x + Math.cos(angle) * far), z: Math.round(z + Math.sin(angle) * far) };
    if (isVillage(seed, at)) return at;
  }
  return null;
}

function isVillage(seed: number, { x, z }: Site): boolean {
  const { y, biome }: { y: number; biome: keyof typeof biomes } = groundAt(seed, x, z);
  if ((biomes[biome] as Biome).village === undefined || y <= waterTop || y > 92) return false;
  return [14, 30].every((far) =>
    [0, 1, 2, 3, 4, 5, 6, 7].every((eighth) => {
      const there = groundAt(
        seed,
        Math.round(x + Math.cos(eighth * 0.7854) * far),
        Math.round(z + Math.sin(eighth * 0.7854) * far),
      );
      return there.y > waterTop - 1 && Math.abs(there.y - y) <= 3 + far / 6;
    }),
  );
}

/** The sites of structures that reach into the square of land from (x, z), `side` blocks wide. */
export function sitesIn(seed: number, name: StructureName, x: number, z: number, side: number): Site[] {
  const { cell, reach } = grids[name];
  const isNear = (at: Site): boolean =>
    at.x >= x - reach && at.x < x + side + reach && at.z >= z - reach && at.z < z + side + reach;
  const home = homeOf(seed)[name];
  const sites = home && isNear(home) ? [home] : [];
  for (let cz = Math.floor((z - reach) / cell); cz <= Math.floor((z + side + reach) / cell); cz += 1) {
    for (let cx = Math.floor((x - reach) / cell); cx <= Math.floor((x + side + reach) / cell); cx += 1) {
      const at = placeIn(seed, name, cx, cz);
      if (isNear(at) && isTaken(seed, name, at)) sites.push(at);
    }
  }
  return sites;
}

/** The nearest site of a kind that `isInside` accepts; null if there is none within some hundred chunks. */
export function nearestSite(
  seed: number,
  name: StructureName,
  from: Site,
  isInside: (at: Site) => boolean,
): Site | null {
  const { cell } = grids[name];
  const side = (locateCells * 2 + 1) * cell;
  const far = (at: Site): number => Math.hypot(at.x - from.x, at.z - from.z);
  const [x, z] = [Math.floor(from.x - side / 2), Math.floor(from.z - side / 2)];
  const sites = sitesIn(seed, name, x, z, side).filter(isInside);
  return sites.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

function placeIn(seed: number, name: StructureName, cellX: number, cellZ: number): Site {
  const { cell, reach } = grids[name];
  const place = hash(seed + (name === 'village' ? 3100 : 3200), cellX, cellZ);
  const free = cell - reach * 2;
  return { x: cellX * cell + reach + (place % free), z: cellZ * cell + reach + ((place >>> 12) % free) };
}

function isTaken(seed: number, name: StructureName, at: Site): boolean {
  const { spawn, ...home } = homeOf(seed);
  const other = home[name];
  if (other && Math.hypot(at.x - other.x, at.z - other.z) < grids[name].apart) return false;
  if (name === 'stronghold') return true;
  return Math.hypot(at.x - spawn.x, at.z - spawn.z) > 70 && isVillage(seed, at);
}
