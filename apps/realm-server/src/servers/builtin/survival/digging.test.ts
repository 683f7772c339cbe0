import loadData from 'minecraft-data';
import loadChunkClass from 'prismarine-chunk';
import { expect, test } from 'vitest';
import type { ChunkClass, Registry } from '../../../world-format/chunk.ts';
import { placedBlock } from '../land/block-state.ts';
import { dugInOneTick } from './digging-time.ts';
import { dropsOf } from './drops.ts';

const data = loadData('1.16.5');
const registry = data as unknown as Registry;
const { blockLootArray: blockLoot } = data as unknown as { blockLootArray: unknown };
const tools = data.itemsArray.filter(({ name }) => /_(pickaxe|axe|shovel|sword|hoe)$|^shears$/.test(name));
/** Those that minecraft-data takes for plants or stone, which the game does not. */
const otherwise =
  /_leaves$|^(podzol|coarse_dirt|(crimson|warped)_(nylium|pressure_plate))$|^(oak|spruce|birch|jungle|acacia|dark_oak)_slab$|^(warped_wart_block|shroomlight|target)$/;
const shears = registry.itemsByName['shears']?.id ?? 0;
const [first, last] = [0, 0.999];

function named(name: string, properties = ''): NonNullable<ReturnType<typeof placedBlock>> {
  const kind = registry.blocksByName[name];
  const states = Array.from({ length: (kind?.maxStateId ?? 0) - (kind?.minStateId ?? 0) + 1 }, (_, i) =>
    placedBlock(registry, (kind?.minStateId ?? 0) + i),
  );
  const found = states.find((state) => state && JSON.stringify(state.properties).includes(properties));
  if (!found) throw new Error(`no block ${name} with ${properties}`);
  return found;
}

function dropped(name: string, tool: string | null, chance: number, properties = ''): string {
  const id = tool === null ? null : (registry.itemsByName[tool]?.id ?? -1);
  const drops = dropsOf(registry, named(name, properties), id, () => chance);
  return drops.map(({ name: item, count }) => `${count} ${item}`).join(', ');
}

test('every block takes as long with every tool as another reckoning of the game says', () => {
  const Chunk = (loadChunkClass as unknown as (registry: Registry) => ChunkClass)(registry);
  const column = new Chunk();
  const at = { x: 0, y: 0, z: 0 };
  const wrong: unknown[] = [];
  for (const kind of Object.values(registry.blocksByName)) {
    if (!kind || otherwise.test(kind.name)) continue;
    column.setBlockStateId(at, kind.defaultState);
    const block = column.getBlock(at) as { digTime(...args: unknown[]): number };
    for (const tool of [null, ...tools.map(({ id }) => id)]) {
      for (const isHindered of [false, true]) {
        const perTick = dugInOneTick(registry, kind, { tool, isOnGround: !isHindered, isUnderWater: isHindered });
        const ms = perTick === 0 ? Number.POSITIVE_INFINITY : perTick >= 1 ? 0 : Math.ceil(1 / perTick) * 50;
        const theirs = kind.diggable ? block.digTime(tool, false, isHindered, isHindered, [], []) : ms;
        if (ms !== theirs) wrong.push([kind.name, tool, ms, theirs]);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('every block drops what its table says, and only items that there are', () => {
  const wrong: unknown[] = [];
  for (const { block, drops } of blockLoot as {
    block: string;
    drops: { item: string; silkTouch?: true }[];
  }[]) {
    const kind = registry.blocksByName[block];
    if (!kind || registry.items[kind.drops[0] ?? 0] === undefined) continue;
    const best = Number(Object.keys(kind.harvestTools ?? {}).at(-1) ?? shears);
    const possible = new Set(drops.filter(({ silkTouch }) => !silkTouch).map(({ item }) => item));
    for (let state = kind.minStateId; state <= kind.maxStateId; state += 1) {
      const placed = placedBlock(registry, state);
      for (const chance of [first, 0.5, last]) {
        for (const { name, count } of placed ? dropsOf(registry, placed, best, () => chance) : []) {
          if (!registry.itemsByName[name] || !possible.has(name) || count < 1) wrong.push([block, name, count]);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('what a block drops depends on the tool, on chance, and on how the block stands', () => {
  expect(dropped('stone', null, first)).toBe('');
  expect(dropped('stone', 'wooden_pickaxe', first)).toBe('1 cobblestone');
  expect(dropped('diamond_ore', 'stone_pickaxe', first)).toBe('');
  expect(dropped('diamond_ore', 'iron_pickaxe', first)).toBe('1 diamond');
  expect([dropped('lapis_ore', 'stone_pickaxe', first), dropped('lapis_ore', 'stone_pickaxe', last)]).toEqual([
    '4 lapis_lazuli',
    '9 lapis_lazuli',
  ]);
  expect([dropped('gravel', null, first), dropped('gravel', null, last)]).toEqual(['1 flint', '1 gravel']);
  expect(dropped('oak_leaves', null, last)).toBe('');
  expect(dropped('oak_leaves', 'shears', last)).toBe('1 oak_leaves');
  expect(dropped('wheat', null, last, '"age":"3"')).toBe('1 wheat_seeds');
  expect(dropped('wheat', null, first, '"age":"7"')).toBe('1 wheat, 3 wheat_seeds');
  expect(dropped('oak_slab', null, first, '"type":"double"')).toBe('2 oak_slab');
  expect(dropped('oak_door', null, first, '"half":"lower"')).toBe('1 oak_door');
  expect(dropped('oak_door', null, first, '"half":"upper"')).toBe('');
});
