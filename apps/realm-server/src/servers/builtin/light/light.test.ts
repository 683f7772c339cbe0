import loadData from 'minecraft-data';
import { expect, test, vi } from 'vitest';
import { columnMaker, sectionBlocks } from '../../../world-format/block-column.ts';
import type { BlockColumn, Registry } from '../../../world-format/chunk.ts';
import { placedBlock, stateWith } from '../land/block-state.ts';
import { Light } from './light.ts';
import type { LightKind } from './lit-column.ts';
import { closedSides, emission, filter, lightTraits } from './traits.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const maker = columnMaker(registry, 1);
const traits = lightTraits(registry);

function state(name: string, properties: Record<string, string> = {}): number {
  const placed = placedBlock(registry, registry.blocksByName[name]?.defaultState ?? -1);
  if (!placed) throw new Error(`no block is called ${name}`);
  return stateWith(placed, properties);
}
const [air, stone, torch, water, glass] = [0, state('stone'), state('torch'), state('water'), state('glass')];
const leaves = state('oak_leaves');

/** Above is nothing but air. */
const height = 24;
/** Columns of the little worlds, in each direction. */
const across = 2;

/** A little world of 2 × 2 columns. */
class Land {
  readonly #columns = new Map<string, BlockColumn>();
  readonly light: Light;
  readonly shown: string[] = [];

  /** @param block the state at a place */
  constructor(block: (x: number, y: number, z: number) => number, hasSky = true) {
    this.light = new Light(registry, ({ x, z }) => this.shown.push(`${x},${z}`), hasSky);
    for (let x = 0; x < across; x += 1) {
      for (let z = 0; z < across; z += 1) {
        const states = [0, 1].map((section) =>
          Uint16Array.from({ length: sectionBlocks }, (_, i) => {
            const y = section * 16 + (i >> 8);
            return y < height ? block(x * 16 + (i & 15), y, z * 16 + ((i >> 4) & 15)) : air;
          }),
        );
        this.#columns.set(`${x},${z}`, maker.make([...states, ...Array.from({ length: 14 }, () => null)]));
      }
    }
  }

  come(...keys: string[]): this {
    for (const key of keys) {
      const [x = 0, z = 0] = key.split(',').map(Number);
      this.light.add(x, z, this.#column(x, z));
    }
    return this;
  }

  comeAll(): this {
    return this.come(...this.#columns.keys());
  }

  get(x: number, y: number, z: number): number {
    return y < 0 || y >= height ? air : this.#column(x >> 4, z >> 4).getBlockStateId({ x: x & 15, y, z: z & 15 });
  }

  set(x: number, y: number, z: number, after: number): void {
    const before = this.get(x, y, z);
    this.#column(x >> 4, z >> 4).setBlockStateId({ x: x & 15, y, z: z & 15 }, after);
    this.light.blockChanged({ x, y, z }, before, after);
  }

  level(kind: LightKind, x: number, y: number, z: number): number {
    const cell = ((y + 16) << 8) | ((z & 15) << 4) | (x & 15);
    return this.light.of(x >> 4, z >> 4)?.level(kind, cell) ?? -1;
  }

  async settled(): Promise<void> {
    await vi.waitUntil(() => this.light.isSettled, { timeout: 20_000 });
  }

  #column(x: number, z: number): BlockColumn {
    const column = this.#columns.get(`${x},${z}`);
    if (!column) throw new Error(`no column at ${x}, ${z}`);
    return column;
  }
}

/** A dark room of stone around (16, 9, 16), where all four columns meet. */
const room = (x: number, y: number, z: number): number =>
  [x - 16, y - 9, z - 16].every((distance) => Math.abs(distance) < 6) ? air : stone;

test('a torch lights a dark room over the borders of columns, and its end leaves it dark', async () => {
  const land = new Land(room).comeAll();
  await land.settled();
  expect([land.level('block', 16, 9, 16), land.level('sky', 16, 9, 16)]).toEqual([0, 0]);
  land.set(16, 9, 16, torch);
  await land.settled();
  expect([16, 15, 14, 11].map((x) => land.level('block', x, 9, 16))).toEqual([14, 13, 12, 9]);
  expect(land.level('block', 14, 9, 14)).toBe(10);
  expect(land.level('block', 10, 9, 16)).toBe(0);
  await expect.poll(() => land.shown.toSorted()).toEqual(['0,0', '0,1', '1,0', '1,1']);
  land.set(12, 9, 16, torch);
  land.set(16, 9, 16, air);
  await land.settled();
  expect([12, 13, 16].map((x) => land.level('block', x, 9, 16))).toEqual([14, 13, 10]);
  land.set(12, 9, 16, air);
  await land.settled();
  expect([12, 13, 16].map((x) => land.level('block', x, 9, 16))).toEqual([0, 0, 0]);
});

test('the day falls through a shaft, spreads at its foot, and ends when it is covered', async () => {
  const land = new Land(room).comeAll();
  for (let y = 15; y < height; y += 1) land.set(16, y, 16, air);
  await land.settled();
  expect([23, 15, 9, 4].map((y) => land.level('sky', 16, y, 16))).toEqual([15, 15, 15, 15]);
  expect([15, 14, 11].map((x) => land.level('sky', x, 9, 16))).toEqual([14, 13, 10]);
  land.set(16, 20, 16, stone);
  await land.settled();
  expect([23, 19, 9].map((y) => land.level('sky', 16, y, 16))).toEqual([15, 0, 0]);
  expect(land.level('sky', 15, 9, 16)).toBe(0);
});

test('where there is no sky no day falls, and torches shine as elsewhere', async () => {
  const land = new Land(room, false).comeAll();
  for (let y = 15; y < height; y += 1) land.set(16, y, 16, air);
  land.set(16, 9, 16, torch);
  await land.settled();
  expect([23, 15, 9].map((y) => land.level('sky', 16, y, 16))).toEqual([0, 0, 0]);
  expect([16, 14].map((x) => land.level('block', x, 9, 16))).toEqual([14, 12]);
});

test('glass takes nothing, leaves and water take a level each, and slabs keep out what comes from their side', async () => {
  const land = new Land(room).comeAll();
  for (let y = 15; y < height; y += 1) land.set(16, y, 16, air);
  const foot = async (...blocks: number[]): Promise<number> => {
    blocks.forEach((block, i) => land.set(16, 17 + i, 16, block));
    await land.settled();
    return land.level('sky', 16, 16, 16);
  };
  expect(await foot(glass, glass)).toBe(15);
  // Once it is weaker it fades on its way down, like all light.
  expect(await foot(glass, leaves)).toBe(12);
  expect(await foot(leaves, water)).toBe(12);
  expect(await foot(air, state('oak_slab', { type: 'bottom' }))).toBe(0);
  expect(await foot(air, state('oak_slab', { type: 'top' }))).toBe(0);
  expect(await foot(air, state('oak_slab', { type: 'double' }))).toBe(0);
  expect(await foot(air, state('oak_fence'))).toBe(15);
});

function shines(name: string, properties: Record<string, string>): number {
  return emission(traits(state(name, properties)));
}

test('a block shines by its state', () => {
  expect(shines('furnace', { lit: 'true' })).toBe(13);
  expect(shines('furnace', { lit: 'false' })).toBe(0);
  expect(shines('redstone_lamp', { lit: 'true' })).toBe(15);
  expect(shines('redstone_lamp', { lit: 'false' })).toBe(0);
  expect(shines('respawn_anchor', { charges: '2' })).toBe(7);
  expect(shines('sea_pickle', { pickles: '4', waterlogged: 'true' })).toBe(15);
});

test('a neighbour that comes later lights what is there, and is lit by it', async () => {
  const land = new Land((x, y, z) => (x === 13 && y === 9 && z === 11 ? torch : room(x, y, z))).come('1,0');
  await land.settled();
  expect(land.level('block', 16, 9, 11)).toBe(0);
  land.come('0,0');
  await land.settled();
  expect(land.level('block', 16, 9, 11)).toBe(11);
  land.light.remove(1, 0);
  land.come('1,0');
  await land.settled();
  expect(land.level('block', 16, 9, 11)).toBe(11);
});

/** The rule without any queue: level by level, from the strongest on, each cell that has it lights the six beside it. */
function reference(land: Land, kind: LightKind): (x: number, y: number, z: number) => number {
  const width = across * 16;
  const layer = width * width;
  // One layer of air above, where it is day.
  const layers = height + 16 + 1;
  const index = (x: number, y: number, z: number): number => (y + 16) * layer + z * width + x;
  const levels = new Uint8Array(layer * layers);
  const blocks = new Int16Array(levels.length);
  for (let y = 0; y < height; y += 1)
    for (let z = 0; z < width; z += 1)
      for (let x = 0; x < width; x += 1) blocks[index(x, y, z)] = traits(land.get(x, y, z));
  if (kind === 'sky') levels.fill(15, index(0, height, 0));
  else levels.set(Uint8Array.from(blocks, emission));
  for (let level = 15; level > 0; level -= 1) {
    // From the top down, since the day falls without getting weaker.
    for (let at = levels.length - 1; at >= 0; at -= 1) {
      if (levels[at] !== level) continue;
      const [x, z] = [at % width, Math.floor(at / width) % width];
      const isSkyAbove = kind === 'sky' && at >= index(0, height, 0);
      const steps = [
        at >= layer ? -layer : 0,
        isSkyAbove || at + layer >= levels.length ? 0 : layer,
        z > 0 ? -width : 0,
        z < width - 1 ? width : 0,
        x > 0 ? -1 : 0,
        x < width - 1 ? 1 : 0,
      ];
      steps.forEach((step, way) => {
        if (step === 0) return;
        const [here, there] = [blocks[at] ?? 0, blocks[at + step] ?? 0];
        if ((closedSides(here) & (1 << way)) !== 0 || (closedSides(there) & (1 << (way ^ 1))) !== 0) return;
        const falls = kind === 'sky' && way === 0 && level === 15 && filter(there) === 0;
        const reached = falls ? 15 : level - Math.max(1, filter(there));
        if (reached > (levels[at + step] ?? 0)) levels[at + step] = reached;
      });
    }
  }
  return (x, y, z) => levels[index(x, y, z)] ?? 0;
}

/** Cells that are lit otherwise than the rule says. */
function wrongIn(land: Land): string[] {
  const wrong: string[] = [];
  for (const kind of ['sky', 'block'] as const) {
    const wanted = reference(land, kind);
    for (let y = -16; y < height; y += 1) {
      for (let z = 0; z < across * 16; z += 1) {
        for (let x = 0; x < across * 16; x += 1) {
          const [found, right] = [land.level(kind, x, y, z), wanted(x, y, z)];
          if (found !== right) wrong.push(`${kind} at ${x} ${y} ${z}: ${found} instead of ${right}`);
        }
      }
    }
  }
  return wrong;
}

const mixture = [
  torch,
  water,
  glass,
  leaves,
  ...['glowstone', 'magma_block', 'cobweb'].map((name) => state(name)),
  ...['bottom', 'top', 'double'].map((type) => state('stone_slab', { type })),
  ...['north', 'east'].map((facing) => state('oak_stairs', { facing })),
  state('oak_stairs', { half: 'top', facing: 'west' }),
];

test.each([1, 2, 3])('random land %i is lit as the plain rule says, and so after each change', async (seed) => {
  let turn = seed * 7919;
  const random = (below: number): number => {
    turn = (Math.imul(turn, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((turn / 2 ** 32) * below);
  };
  const any = (): number => {
    const kind = random(10);
    if (kind < 4) return air;
    return kind < 8 ? stone : (mixture[random(mixture.length)] ?? air);
  };
  // Closed, open and mixed layers, for caves, shafts and overhangs.
  const layers = Array.from({ length: height }, () => random(3));
  const land = new Land((_x, y) => (y > 20 || (layers[y] === 0 && random(8) > 0) ? air : any()));
  land.come('0,1', '1,0', '1,1');
  await land.settled();
  land.come('0,0');
  await land.settled();
  expect(wrongIn(land)).toEqual([]);
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 40; i += 1) {
      const at = [random(32), random(height), random(32)] as const;
      land.set(...at, any());
    }
    // A floor over a quarter of the column, or a hole.
    const [y, fill] = [random(height), round === 1 ? stone : air];
    for (let x = 8; x < 24; x += 1) for (let z = 8; z < 24; z += 1) land.set(x, y, z, fill);
    await land.settled();
    expect(wrongIn(land)).toEqual([]);
  }
  land.light.remove(1, 1);
  land.come('1,1');
  await land.settled();
  expect(wrongIn(land)).toEqual([]);
});
