import type { BlockName } from '../blocks.ts';
import type { ChunkCanvas } from '../chunk-canvas.ts';
import { hash } from '../noise.ts';
import type { VillageBed } from '../official-map.ts';
import { type Biome, biomes } from './biomes.ts';
import { type Builder, placeIn, type Stand } from './builder.ts';
import { type Site, sitesIn } from './sites.ts';
import { groundAt, waterTop } from './terrain.ts';
import type { TurnedBlock } from './turned.ts';

/** What houses are made of. */
interface Style {
  wall: BlockName;
  base: BlockName;
  post: BlockName;
  stairs: TurnedBlock;
  door: 'oak_door' | 'spruce_door' | 'acacia_door';
}

const styles: Record<NonNullable<Biome['village']>, Style> = {
  oak: { wall: 'oak_planks', base: 'cobblestone', post: 'oak_log', stairs: 'oak_stairs', door: 'oak_door' },
  spruce: {
    wall: 'spruce_planks',
    base: 'cobblestone',
    post: 'spruce_log',
    stairs: 'spruce_stairs',
    door: 'spruce_door',
  },
  acacia: {
    wall: 'acacia_planks',
    base: 'terracotta',
    post: 'acacia_log',
    stairs: 'acacia_stairs',
    door: 'acacia_door',
  },
  sandstone: {
    wall: 'smooth_sandstone',
    base: 'sandstone',
    post: 'cut_sandstone',
    stairs: 'sandstone_stairs',
    door: 'oak_door',
  },
};

/** The type of the village's inhabitants, in the game's terms. */
const dress = { oak: 'plains', spruce: 'taiga', acacia: 'savanna', sandstone: 'desert' } as const;
const professions = 'farmer farmer farmer fletcher butcher cleric mason toolsmith weaponsmith librarian'.split(' ');

type LotKind = 'house' | 'hall' | 'smithy' | 'farm' | 'none';
const kinds: readonly LotKind[] = ['house', 'house', 'house', 'hall', 'farm', 'none'];
/** How long a street is from the well, and how far a lot reaches to each side of its middle and back from its front. */
const street = 33;
const lotSide = 5;
const lotDepth = 8;

interface Lot {
  kind: LotKind;
  stand: Stand;
}

export interface Village {
  site: Site;
  y: number;
  biome: keyof typeof styles;
  lots: Lot[];
}

/** The villages that reach into the square of land from (x, z). */
export function villagesIn(seed: number, x: number, z: number, side: number): Village[] {
  return sitesIn(seed, 'village', x, z, side).map((site) => {
    const { y, biome }: { y: number; biome: keyof typeof biomes } = groundAt(seed, site.x, site.z);
    return { site, y, biome: (biomes[biome] as Biome).village ?? 'oak', lots: lotsOf(seed, site) };
  });
}

/** The beds of villages in the square of land from (x, z), and who sleeps there: librarians in halls, others as the seed has it. */
export function bedsIn(seed: number, x: number, z: number, side: number): VillageBed[] {
  return villagesIn(seed, x, z, side).flatMap(({ site, biome, lots }) =>
    lots.flatMap(({ kind, stand }) => {
      if (kind !== 'house' && kind !== 'hall') return [];
      const at = bedOf(stand, kind);
      if (at.x < x || at.x >= x + side || at.z < z || at.z >= z + side) return [];
      const profession =
        kind === 'hall' ? 'librarian' : (professions[hash(seed + 4003, at.x, at.z) % professions.length] ?? 'farmer');
      return { ...at, profession, dress: dress[biome], village: `${site.x},${site.z}` };
    }),
  );
}

/** The head of the bed in a house. */
function bedOf(stand: Stand, kind: 'house' | 'hall'): { x: number; y: number; z: number } {
  const half = halfOf(kind);
  return placeIn(stand, 1 - half, 1, half * 2 - 1);
}

/** How far a house reaches from its middle. */
function halfOf(kind: LotKind): number {
  return kind === 'hall' ? 3 : 2;
}

/** Two streets cross at the well; on both sides of them are the lots. The first two are always a farm and a smithy. */
function lotsOf(seed: number, { x, z }: Site): Lot[] {
  const lots: Lot[] = [];
  const add = (dx: number, dz: number, front: Stand['front']): void => {
    const at = { x: x + dx, z: z + dz };
    const { y } = groundAt(seed, at.x, at.z);
    const first = lots.length < 2 ? (['farm', 'smithy'] as const)[lots.length] : undefined;
    const kind = first ?? kinds[hash(seed + 4000, at.x, at.z) % kinds.length] ?? 'none';
    if (y >= waterTop) lots.push({ kind, stand: { ...at, y, front } });
  };
  for (const along of [8, -8, 19, -19, 30, -30]) {
    add(along, 3, 0);
    add(along, -3, 2);
    if (Math.abs(along) < 10) continue;
    add(3, along, 3);
    add(-3, along, 1);
  }
  return lots;
}

/** Whether a part of the village is there, or close by. */
export function isVillageGround({ site, lots }: Village, x: number, z: number, margin: number): boolean {
  const [dx, dz] = [Math.abs(x - site.x), Math.abs(z - site.z)];
  if (Math.min(dx, dz) <= 3 + margin && Math.max(dx, dz) <= street + margin) return true;
  return lots.some(({ stand }) => {
    const isAlongX = stand.front % 2 === 0;
    const back = isAlongX ? (z - stand.z) * (stand.front === 0 ? 1 : -1) : (x - stand.x) * (stand.front === 3 ? 1 : -1);
    const across = Math.abs(isAlongX ? x - stand.x : z - stand.z);
    return across <= lotSide + margin && back >= -2 - margin && back <= lotDepth + margin;
  });
}

/** @param topAt the ground's highest block at a place of the chunk */
export function drawVillage(
  builder: Builder,
  { site, y, biome, lots }: Village,
  topAt: (x: number, z: number) => number,
): void {
  const style = styles[biome];
  drawStreets(builder.canvas, site, topAt);
  for (const { kind, stand } of lots) {
    builder.at(stand);
    if (kind === 'farm') drawFarm(builder, style);
    else if (kind !== 'none') drawHouse(builder, style, kind);
  }
  drawWell(builder.at({ ...site, y, front: 0 }), style);
}

function drawStreets(
  canvas: ChunkCanvas,
  { x: middleX, z: middleZ }: Site,
  topAt: (x: number, z: number) => number,
): void {
  canvas.eachColumn((x, z) => {
    const [dx, dz] = [Math.abs(x - middleX), Math.abs(z - middleZ)];
    if (Math.min(dx, dz) > 1 || Math.max(dx, dz) > street) return;
    const y = topAt(x, z);
    if (y < waterTop) canvas.set(x, waterTop, z, 'oak_planks');
    else canvas.set(x, y, z, 'grass_path');
    const isEnd = Math.max(dx, dz) === street && Math.min(dx, dz) === 0;
    if (isEnd) {
      canvas.column(x, Math.max(y, waterTop) + 1, Math.max(y, waterTop) + 2, z, 'oak_fence');
      canvas.set(x, Math.max(y, waterTop) + 3, z, 'torch');
    }
  });
}

/** Ground under a building as wide as that, and air above it. */
function prepare(builder: Builder, half: number, depth: number, base: BlockName): void {
  builder.box([-half, -5, 0], [half, 0, depth - 1], base);
  builder.box([-half - 1, 1, -1], [half + 1, 9, depth], 'air');
  builder.box([0, -2, -2], [0, -1, -1], 'dirt');
  builder.box([0, 1, -2], [0, 3, -2], 'air');
  builder.box([0, 0, -2], [0, 0, -1], 'grass_path');
}

function drawHouse(builder: Builder, style: Style, kind: LotKind): void {
  const half = halfOf(kind);
  const depth = half * 2 + 1;
  const back = depth - 1;
  prepare(builder, half, depth, style.base);
  builder.box([-half, 1, 0], [half, 3, back], (u, _, v) => {
    const [isSide, isEnd] = [Math.abs(u) === half, v === 0 || v === back];
    return isSide && isEnd ? style.post : isSide || isEnd ? style.wall : 'air';
  });
  builder.box([1 - half, 0, 1], [half - 1, 0, back - 1], style.wall);
  drawRoof(builder, style, half, depth);
  builder.set(0, 2, 0, 'air');
  builder.turn(0, 1, 0, `${style.door}[half=lower]`, 2);
  builder.turn(0, 2, 0, `${style.door}[half=upper]`, 2);
  builder.pane(0, 2, back, true);
  for (const u of [-half, half]) builder.pane(u, 2, half, false);
  builder.turn(0, 3, 1, 'wall_torch', 2);
  if (kind === 'smithy') {
    builder.turn(-1, 1, back - 1, 'furnace', 0);
    builder.turn(-1, 2, back - 1, 'furnace', 0);
    builder.chest(1, 1, back - 1, 0, 'smith');
    return;
  }
  const side = half - 1;
  builder.turn(-side, 1, back - 2, 'red_bed[part=foot]', 2);
  builder.turn(-side, 1, back - 1, 'red_bed[part=head]', 2);
  builder.set(side, 1, 1, 'crafting_table');
  const hasChest =
    kind === 'hall' || hash(builder.seed + 4001, builder.place(0, 0, 0).x, builder.place(0, 0, 0).z) % 3 === 0;
  if (hasChest) builder.chest(side, 1, back - 1, 0, 'house');
  if (kind === 'hall') builder.box([0, 1, back - 1], [1, 2, back - 1], 'bookshelf');
}

/** A gable along the front, whose eaves stick out by one block. */
function drawRoof(builder: Builder, { wall, stairs }: Style, half: number, depth: number): void {
  const middle = (depth - 1) / 2;
  for (let step = 0; step <= middle + 1; step += 1) {
    const [front, back] = [step - 1, depth - step];
    for (let u = -half - 1; u <= half + 1; u += 1) {
      if (front === back) builder.set(u, 3 + step, front, wall);
      else {
        builder.turn(u, 3 + step, front, stairs, 2);
        builder.turn(u, 3 + step, back, stairs, 0);
      }
    }
    for (const u of [-half, half]) builder.box([u, 3 + step, front + 1], [u, 3 + step, back - 1], wall);
  }
}

function drawFarm(builder: Builder, { post }: Style): void {
  const crops = (['wheat[age=7]', 'wheat[age=4]', 'carrots[age=7]', 'potatoes[age=7]'] as const).map((name) => name);
  const { x, z } = builder.place(0, 0, 0);
  const crop = crops[hash(builder.seed + 4002, x, z) % crops.length] ?? 'wheat[age=7]';
  prepare(builder, 4, 7, 'dirt');
  builder.box([-4, 0, 0], [4, 0, 6], (u, _, v) => {
    if (Math.abs(u) === 4 || v === 0 || v === 6) return post;
    return u === 0 ? 'water' : 'farmland[moisture=7]';
  });
  builder.box([-3, 1, 1], [3, 1, 5], (u) => (u === 0 ? null : crop));
}

function drawWell(builder: Builder, { base, wall }: Style): void {
  builder.box([-2, -5, -2], [2, 0, 2], base);
  builder.box([-2, 1, -2], [2, 6, 2], 'air');
  builder.box([-1, -4, -1], [1, 0, 1], 'water');
  builder.box([-2, 1, -2], [2, 4, 2], (u, y, v) => {
    const isRim = Math.abs(u) === 2 || Math.abs(v) === 2;
    const isCorner = Math.abs(u) === 2 && Math.abs(v) === 2;
    if (y === 4) return wall;
    return isCorner ? 'oak_fence' : isRim && y === 1 && Math.abs(u) !== 0 && Math.abs(v) !== 0 ? base : null;
  });
}
