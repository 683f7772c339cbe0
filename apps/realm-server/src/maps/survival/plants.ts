import { type BlockName, blockStates } from '../blocks.ts';
import type { ChunkCanvas } from '../chunk-canvas.ts';
import { chance, hash, noise } from '../noise.ts';
import { type Biome, biomes } from './biomes.ts';
import { type Ground, waterTop } from './terrain.ts';
import { isTree } from './trees.ts';

const meadowFlowers: readonly BlockName[] = [
  'dandelion',
  'poppy',
  'azure_bluet',
  'oxeye_daisy',
  'cornflower',
  'allium',
  'orange_tulip',
  'lily_of_the_valley',
];
const tall = ['rose_bush', 'sunflower', 'tall_grass', 'large_fern'] as const;
type Tall = (typeof tall)[number];

/** Draws the plant at one place on the ground, or in the water above it. */
export function drawPlant(canvas: ChunkCanvas, seed: number, x: number, z: number, { y, biome: name }: Ground): void {
  const biome: Biome = biomes[name];
  const top = canvas.at(x, y, z);
  if (canvas.at(x, y + 1, z) === blockStates.water) {
    if (!biome.isCold && chance(seed + 6000, x, z) < 0.12 && y < waterTop - 1) canvas.set(x, y + 1, z, 'seagrass');
    return;
  }
  if (canvas.at(x, y + 1, z) !== blockStates.air) return;
  const luck = chance(seed + 6001, x, z);
  if (y === waterTop && luck < 0.25 && !biome.isCold && isBesideWater(canvas, x, y, z)) {
    canvas.column(x, y + 1, y + 2 + (hash(seed, x, z) % 2), z, 'sugar_cane');
  } else if (top === blockStates.sand && name === 'desert') {
    if (luck < 0.006 && isFreeAround(canvas, x, y + 1, z))
      canvas.column(x, y + 1, y + 1 + Math.floor(luck * 500), z, 'cactus');
    else if (luck > 1 - biome.grass) canvas.set(x, y + 1, z, 'dead_bush');
  } else if (top === blockStates.grass_block || top === blockStates.podzol) {
    drawOnGrass(canvas, seed, { x, y: y + 1, z }, luck, name);
  }
}

function drawOnGrass(
  canvas: ChunkCanvas,
  seed: number,
  { x, y, z }: { x: number; y: number; z: number },
  luck: number,
  name: Ground['biome'],
): void {
  const biome: Biome = biomes[name];
  const isConiferous = name === 'taiga' || name === 'snowy_taiga';
  const patch = noise(seed + 6002, x / 22, z / 22);
  const kind = hash(seed + 6003, x, z);
  if (luck < biome.flowers * (0.4 + Math.max(0, patch) * 3)) {
    if (name === 'sunflower_plains') return drawTall(canvas, 'sunflower', x, y, z);
    if (name.endsWith('forest') && kind % 7 === 0) return drawTall(canvas, 'rose_bush', x, y, z);
    const flower = Math.floor((noise(seed + 6004, x / 30, z / 30) + 1) * 3.4) + (kind % 2);
    canvas.set(x, y, z, meadowFlowers[flower % meadowFlowers.length] ?? 'poppy');
  } else if (luck > 1 - biome.grass) {
    const isTall = kind % (name === 'savanna' ? 3 : 9) === 0 && !biome.isCold;
    if (isTall) drawTall(canvas, isConiferous ? 'large_fern' : 'tall_grass', x, y, z);
    else canvas.set(x, y, z, isConiferous && kind % 4 > 0 ? 'fern' : 'grass');
  } else if (noise(seed + 6005, x / 9, z / 9) > 0.66 && noise(seed + 6006, x / 150, z / 150) > 0.25 && kind % 5 === 0) {
    // Now and then a patch.
    canvas.set(x, y, z, isConiferous ? 'sweet_berry_bush[age=3]' : 'pumpkin');
  } else if ((name === 'dark_forest' || name === 'taiga') && kind % 180 === 0) {
    canvas.set(x, y, z, kind % 360 === 0 ? 'red_mushroom' : 'brown_mushroom');
  }
}

function drawTall(canvas: ChunkCanvas, plant: Tall, x: number, y: number, z: number): void {
  if (canvas.at(x, y + 1, z) !== blockStates.air) return;
  canvas.set(x, y, z, `${plant}[half=lower]`);
  canvas.set(x, y + 1, z, `${plant}[half=upper]`);
}

/** Snow on what lies open, and ice on water. */
export function drawSnow(canvas: ChunkCanvas, x: number, z: number, ground: number): void {
  let y = Math.min(254, Math.max(ground, waterTop) + 24);
  while (y > 0 && canvas.at(x, y, z) === blockStates.air) y -= 1;
  const top = canvas.at(x, y, z);
  if (top === blockStates.water) canvas.set(x, y, z, 'ice');
  else if (top === blockStates.grass_block) canvas.set(x, y, z, 'grass_block[snowy=true]');
  if (top === blockStates.grass_block || snowed.has(top) || isTree(top)) canvas.set(x, y + 1, z, 'snow');
}

const snowed = new Set<number>([
  blockStates.stone,
  blockStates.dirt,
  blockStates.gravel,
  blockStates.sand,
  blockStates.podzol,
  blockStates.coarse_dirt,
  blockStates.andesite,
  blockStates.granite,
  blockStates.diorite,
]);

/** Only within the chunk: what is beyond its border is not known. */
function isBesideWater(canvas: ChunkCanvas, x: number, y: number, z: number): boolean {
  return around.some(([dx, dz]) => canvas.at(x + dx, y, z + dz) === blockStates.water);
}

function isFreeAround(canvas: ChunkCanvas, x: number, y: number, z: number): boolean {
  return around.every(([dx, dz]) => [0, 1, 2].every((dy) => canvas.at(x + dx, y + dy, z + dz) === blockStates.air));
}

const around = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
