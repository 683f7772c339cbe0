import type { Compound } from '../../world-format/nbt-fields.ts';
import { type BlockName, blockStates } from '../blocks.ts';
import { ChunkCanvas } from '../chunk-canvas.ts';
import { chance, noise } from '../noise.ts';
import type { ChunkBlocks, OfficialMap } from '../official-map.ts';
import { type Biome, biomes } from './biomes.ts';
import { Builder } from './builder.ts';
import { caveIn, isCave, lavaTop } from './caves.ts';
import { drawDungeons } from './dungeons.ts';
import { drawOres, emeralds, ores } from './ores.ts';
import { drawPlant, drawSnow } from './plants.ts';
import { homeOf, nearestSite, sitesIn, structureNames } from './sites.ts';
import { drawStronghold } from './strongholds.ts';
import { type Ground, groundAt, waterTop } from './terrain.ts';
import { drawTree, treeReach } from './trees.ts';
import { bedsIn, drawVillage, isVillageGround, type Village, villagesIn } from './villages.ts';

/** One tree at most in each square of so many blocks. */
const treeCell = 5;
/** Above this height mountains are bare, and above the other white. */
const treeLine = 104;
const snowLine = 116;

/** A land to survive in: biomes, rivers and seas, caves with ores, villages and strongholds. */
export const survival: OfficialMap = {
  name: 'normal',
  biome: biomes.plains.id,
  spawn: (seed) => homeOf(seed).spawn,
  biomes: (seed, chunkX, chunkZ) => biomesOf(seed, chunkX, chunkZ),
  fill: (seed, chunkX, chunkZ, blocks) => new Column(seed, chunkX, chunkZ, blocks).draw(),
  beds: bedsIn,
  structures: {
    names: structureNames,
    nearest: (seed, name, from, isInside) => {
      const known = structureNames.find((structure) => structure === name);
      return known ? nearestSite(seed, known, from, isInside) : null;
    },
  },
};

/** The game keeps one biome for each 4 × 4 × 4 blocks. Columns of one biome share their list. */
function biomesOf(seed: number, chunkX: number, chunkZ: number): readonly number[] {
  const cells = Array.from({ length: 16 }, (_, i) => {
    const { biome } = groundAt(seed, chunkX * 16 + (i & 3) * 4 + 2, chunkZ * 16 + (i >> 2) * 4 + 2);
    return biomes[biome].id;
  });
  const [first = 0] = cells;
  if (cells.some((id) => id !== first)) return Array.from({ length: 1024 }, (_, i) => cells[i & 15] ?? first);
  const known = uniform.get(first) ?? Object.freeze(Array.from({ length: 1024 }, () => first));
  uniform.set(first, known);
  return known;
}

/** By biome: as many at most as there are. */
const uniform = new Map<number, readonly number[]>();

/** What lies under water, in patches. */
function bedOf(top: BlockName, y: number, patch: number): BlockName {
  if (top !== 'sand' && patch > 0.3) return 'sand';
  if (patch < -0.42) return 'clay';
  return y < waterTop - 3 && patch < -0.2 ? 'gravel' : top;
}

/** One column on its way. */
class Column {
  readonly #seed: number;
  readonly #chunk: [number, number];
  readonly #blocks: ChunkBlocks;
  readonly #canvas: ChunkCanvas;
  /** The ground at each place, at z << 4 | x. */
  readonly #grounds: Ground[] = [];
  /** The highest ground of the chunk. */
  readonly #top: number;
  readonly #villages: Village[];
  readonly #things: Compound[] = [];

  constructor(seed: number, chunkX: number, chunkZ: number, blocks: ChunkBlocks) {
    this.#seed = seed;
    this.#chunk = [chunkX, chunkZ];
    this.#blocks = blocks;
    this.#canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
    this.#canvas.eachColumn((x, z) => this.#grounds.push(groundAt(seed, x, z)));
    this.#top = Math.max(...this.#grounds.map(({ y }) => y));
    const side = 16 + treeReach * 2;
    this.#villages = villagesIn(seed, this.#canvas.x - treeReach, this.#canvas.z - treeReach, side);
  }

  draw(): Compound[] {
    const canvas = this.#canvas;
    const seed = this.#seed;
    this.#drawGround();
    drawOres(
      canvas,
      seed,
      this.#grounds.some(({ biome }) => biome === 'mountains') ? [...ores, emeralds] : ores,
      this.#top,
    );
    this.#dig();
    const builder = new Builder(canvas, seed, this.#things);
    drawDungeons(builder);
    for (const site of sitesIn(seed, 'stronghold', canvas.x, canvas.z, 16)) drawStronghold(builder, site);
    for (const village of this.#villages) drawVillage(builder, village, (x, z) => this.#groundIn(x, z).y);
    this.#drawTrees();
    canvas.eachColumn((x, z) => {
      const ground = this.#groundIn(x, z);
      const isFree = !this.#villages.some((village) => isVillageGround(village, x, z, 0));
      if (isFree && !this.#isAtSpawn(x, z, 1)) drawPlant(canvas, seed, x, z, ground);
      const isWhite = ground.biome === 'mountains' && ground.y > snowLine + noise(seed + 7000, x / 11, z / 11) * 5;
      if (isWhite || (biomes[ground.biome] as Biome).isCold) drawSnow(canvas, x, z, ground.y);
    });
    return this.#things;
  }

  #groundIn(x: number, z: number): Ground {
    return this.#grounds[((z & 15) << 4) | (x & 15)] ?? { y: 0, biome: 'plains' };
  }

  #drawGround(): void {
    const seed = this.#seed;
    const canvas = this.#canvas;
    canvas.base(3, 'stone');
    canvas.eachColumn((x, z) => {
      const { y, biome: name } = this.#groundIn(x, z);
      const { top, below }: Biome = biomes[name];
      canvas.column(x, 4, y - 4, z, 'stone');
      const isRock =
        name === 'mountains' && (y > treeLine || noise(seed + 7001, x / 13, z / 13) > 0.25 - (y - 90) / 60);
      canvas.column(x, Math.max(1, y - 3), y - 1, z, isRock ? 'stone' : below);
      if (below === 'sand') canvas.column(x, Math.max(1, y - 7), y - 4, z, 'sandstone');
      canvas.set(x, y, z, isRock ? 'stone' : y < waterTop ? bedOf(top, y, noise(seed + 7002, x / 19, z / 19)) : top);
      canvas.column(x, y + 1, waterTop, z, 'water');
      for (let level = 1; level < 5; level += 1) {
        if (chance(seed + 7003 + level, x, z) * 5 > level) canvas.set(x, level, z, 'bedrock');
      }
    });
  }

  /** Digs caves, which reach the surface in places, and keep away from water and buildings. */
  #dig(): void {
    const isHollow = caveIn(this.#seed, ...this.#chunk, this.#top);
    this.#canvas.eachColumn((x, z) => {
      const { y: ground } = this.#groundIn(x, z);
      const most = this.#caveTop(x, z, ground);
      for (let y = 1; y <= most; y += 1) {
        const index = (y << 8) | ((z & 15) << 4) | (x & 15);
        if (this.#blocks[index] !== blockStates.bedrock && isHollow(x, y, z))
          this.#blocks[index] = y <= lavaTop ? blockStates.lava : blockStates.air;
      }
    });
  }

  #caveTop(x: number, z: number, ground: number): number {
    if (ground < waterTop + 4) return Math.min(ground - 8, waterTop - 12);
    const isKept = this.#isAtSpawn(x, z, 14) || this.#villages.some((village) => isVillageGround(village, x, z, 4));
    return isKept || noise(this.#seed + 7100, x / 70, z / 70) < 0.2 ? ground - 9 : ground;
  }

  #drawTrees(): void {
    const seed = this.#seed;
    this.#canvas.eachThing(seed + 7200, treeCell, treeReach, (x, z, luck) => {
      const { y, biome: name } = groundAt(seed, x, z);
      const { trees, kinds = [], nests = 0 }: Biome = biomes[name];
      // Woods have clearings, and open land its groves.
      const share = trees * (1 + noise(seed + 7201, x / 60, z / 60) * 0.8);
      if (luck >= share || y < waterTop + 1 || y > treeLine || this.#isAtSpawn(x, z, 6)) return;
      if (this.#villages.some((village) => isVillageGround(village, x, z, 4))) return;
      const kind = kinds[Math.floor(chance(seed + 7202, x, z) * kinds.length)];
      if (kind && !(this.#caveTop(x, z, y) === y && isCave(seed, x, y, z)))
        this.#things.push(
          ...drawTree(this.#canvas, seed, kind, { x, y: y + 1, z, hasNest: chance(seed + 7203, x, z) < nests }),
        );
    });
  }

  #isAtSpawn(x: number, z: number, radius: number): boolean {
    const { spawn } = homeOf(this.#seed);
    return (x - spawn.x) ** 2 + (z - spawn.z) ** 2 <= radius * radius;
  }
}
