import loadData from 'minecraft-data';
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Registry } from '../../../world-format/chunk.ts';
import { type PlainRecipes, recipesById } from '../client-data/recipes.ts';
import { makeItem, stow } from '../players/items.ts';
import type { Item, Player } from '../squid/squid.ts';
import { click, type Mouse, type Slots } from './clicks.ts';
import { craft } from './crafting.ts';
import { craftingTable, ownWindow } from './own-window.ts';
import { layOut } from './recipe-book.ts';

const data = loadData('1.16.5');
const registry = data as unknown as Registry;
const recipes = recipesById(registry, data.recipes as unknown as PlainRecipes);
const clicks = 20_000;
const booked = ['stick', 'crafting_table', 'oak_planks', 'ladder', 'chest', 'torch', 'oak_slab'];

function item(name: string, count = 1): Item {
  const made = makeItem(registry, registry.itemsByName[name]?.id ?? -1, count);
  if (!made) throw new Error(`no item ${name}`);
  return made;
}

function countOf(stacks: (Item | null)[]): number {
  return stacks.reduce((sum, stack) => sum + (stack?.count ?? 0), 0);
}

function nameOf(stack: Item | null): string {
  return stack ? `${stack.count} ${stack.name}` : '-';
}

/** A player's window, or with `isTable` that of a crafting table before them. */
function openWindow(isTable: boolean, hasStow = false) {
  const inventorySlots = Array.from({ length: 46 }, (): Item | null => null);
  const inventory = {
    slots: inventorySlots,
    updateSlot: (slot: number, stack: Item | null) => void (inventorySlots[slot] = stack),
  };
  const player = Object.assign(new EventEmitter(), { inventory }) as unknown as Player;
  const thrown: Item[] = [];
  const cells = Array.from({ length: 10 }, (): Item | null => null);
  const spare = (stack: Item): void => {
    const left = hasStow ? stow(inventorySlots, stack, (slot, put) => (inventorySlots[slot] = put)) : stack.count;
    if (left > 0) thrown.push({ ...stack, count: left });
  };
  const slots = isTable
    ? craftingTable(registry, player, cells, () => undefined, spare)
    : ownWindow(registry, player, spare);
  const mouse: Mouse = { item: null, drag: null, isCreative: false, throwOut: spare };
  const total = (): number => countOf([...inventorySlots.slice(1), ...cells.slice(1), mouse.item, ...thrown]);
  return { slots, mouse, thrown, total, cells, bag: inventorySlots };
}

type Open = ReturnType<typeof openWindow>;

function shown({ slots, mouse }: Open, ...numbers: number[]): string {
  return [mouse.item, ...numbers.map((slot) => slots.get(slot))].map(nameOf).join(', ');
}

function press({ slots, mouse }: Open, slot: number, mouseButton = 0, mode = 0): boolean {
  return click(slots, mouse, { slot, mouseButton, mode });
}

for (const isTable of [false, true]) {
  test(`no item is made or lost by ${clicks} clicks in ${isTable ? 'a crafting table' : 'the own window'} but by its recipe`, () => {
    const open = openWindow(isTable);
    const { slots, mouse, total, bag } = open;
    const start = ['oak_log', 'oak_planks', 'oak_log', 'oak_planks', 'iron_helmet'];
    start.forEach((name, i) => (bag[9 + i] = item(name, 64)));
    let expected = total();
    let made = 0;
    const watched: Slots = {
      ...slots,
      takeResult() {
        const crafted = slots.get(0)?.count ?? 0;
        const before = total();
        made += 1;
        slots.takeResult();
        expected += crafted - (before - total());
      },
    };
    const next = numbers();
    for (let i = 0; i < clicks; i += 1) {
      const random = next();
      const slot = (random & 64) === 0 ? (random >>> 24) % 10 : ((random >>> 24) % 56) - 4;
      const mode = (random & 128) === 0 ? 0 : (random >>> 16) % 8;
      click(watched, mouse, { slot: slot < 0 ? -999 : slot, mouseButton: (random >>> 8) % 12, mode });
      const laid = random % 23 === 0 ? recipes.get(`minecraft:${booked[random % booked.length]}`) : undefined;
      if (laid && slots.grid) layOut(slots, slots.grid, laid, (random & 256) === 0);
      expect(total()).toBe(expected);
      open.thrown.splice(0).forEach((stack) => (expected -= stack.count));
      if (i % 40 === 0) {
        // The grid is cleared, so that something else can be crafted.
        for (let cell = 1; cell <= (isTable ? 9 : 4); cell += 1) {
          expected -= slots.get(cell)?.count ?? 0;
          slots.set(cell, null);
        }
      }
      if (i % 100 === 0) {
        const name = start[(i / 100) % start.length] ?? 'stick';
        const free = bag.findIndex((stack, n) => n > 8 && !stack);
        if (free > 0) expected += (bag[free] = item(name, 64)).count;
      }
    }
    expect(made).toBeGreaterThan(20);
  });
}

test('clicks take, put, join, halve, spread and gather as in the game', () => {
  const open = openWindow(false);
  open.bag[36] = item('dirt', 10);
  open.bag[9] = item('dirt', 60);
  press(open, 36, 1);
  expect(shown(open, 36)).toBe('5 dirt, 5 dirt');
  press(open, 9);
  expect(shown(open, 9)).toBe('1 dirt, 64 dirt');
  press(open, 20, 1);
  expect(shown(open, 20)).toBe('-, 1 dirt');
  press(open, 9);
  press(open, -999, 0, 5);
  for (const slot of [21, 22, 23]) press(open, slot, 1, 5);
  press(open, -999, 2, 5);
  expect(shown(open, 21, 22, 23)).toBe('1 dirt, 21 dirt, 21 dirt, 21 dirt');
  press(open, 21, 0, 6);
  expect(shown(open, 20, 21, 22, 23, 36)).toBe('64 dirt, -, -, -, 1 dirt, 5 dirt');
  press(open, -999, 1);
  expect(open.thrown).toMatchObject([{ count: 1 }]);
  expect(press(open, 20, 2, 3)).toBe(false);
});

test('armour is worn where it belongs, and the table’s first slot gives and takes nothing by itself', () => {
  const open = openWindow(false);
  open.bag[9] = item('iron_helmet');
  open.bag[10] = item('dirt', 3);
  press(open, 9, 0, 1);
  expect(shown(open, 5, 9)).toBe('-, 1 iron_helmet, -');
  press(open, 10);
  press(open, 6);
  press(open, 0);
  expect(shown(open, 6, 0)).toBe('3 dirt, -, -');
  press(open, 1);
  press(open, 5);
  press(open, 7);
  expect(shown(open, 5, 7)).toBe('1 iron_helmet, -, -');
});

test('with the shift key all that can be made is made', () => {
  const open = openWindow(false);
  open.bag[9] = item('oak_log', 3);
  press(open, 9);
  press(open, 1);
  expect(shown(open, 0)).toBe('-, 4 oak_planks');
  press(open, 0, 0, 1);
  expect(shown(open, 0, 1, 44)).toBe('-, -, -, 12 oak_planks');
});

test('every recipe is crafted, at each place of the grid and mirrored', () => {
  const wrong: unknown[] = [];
  const stack = (kind: number | null | undefined): Item | null => (kind ? makeItem(registry, kind, 1) : null);
  for (const recipe of Object.values(data.recipes).flat()) {
    const { id, count } = recipe.result as { id: number; count: number };
    const rows = ('inShape' in recipe ? recipe.inShape : [recipe.ingredients, [], []]) as (number | null)[][];
    const list = rows.flat();
    const [width, height] = 'inShape' in recipe ? [rows[0]?.length ?? 0, rows.length] : [3, 3];
    for (const side of [2, 3]) {
      if ('ingredients' in recipe ? list.length > side * side : width > side || height > side) continue;
      for (const isMirrored of [false, true]) {
        for (let left = 0; left <= Math.max(0, side - width); left += 1) {
          const grid = Array.from({ length: side * side }, (_, i) => {
            if ('ingredients' in recipe) return stack(list[isMirrored ? side * side - 1 - i : i]);
            const [x, y] = [(i % side) - left, Math.floor(i / side)];
            return stack(x < 0 || x >= width ? null : rows[y]?.[isMirrored ? width - 1 - x : x]);
          });
          const made = craft(registry, grid);
          if (made?.type !== id || made.count !== count) wrong.push([registry.items[id]?.name, side, left, made?.name]);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  const planks = ['oak_planks', 'birch_planks', 'oak_planks', 'spruce_planks'].map((name) => item(name));
  expect(craft(registry, planks)?.name).toBe('crafting_table');
  expect(craft(registry, [item('oak_planks'), item('dirt'), null, null])).toBeNull();
});

test('every recipe uses up one of each ingredient, and leaves the bucket or bottle of those that have one', () => {
  const rests = new Map([
    ['milk_bucket', 'bucket'],
    ['honey_bottle', 'glass_bottle'],
  ]);
  const wrong: unknown[] = [];
  for (const recipe of Object.values(data.recipes).flat()) {
    const rows = ('inShape' in recipe ? recipe.inShape : [recipe.ingredients]) as (number | null)[][];
    const kinds = 'inShape' in recipe ? rows.flatMap((row) => [0, 1, 2].map((x) => row[x] ?? null)) : (rows[0] ?? []);
    for (const count of [1, 2]) {
      const { slots, thrown, cells } = openWindow(true);
      const laid = kinds.map((kind) => (kind ? makeItem(registry, kind, count) : null));
      cells.splice(1, laid.length, ...laid);
      slots.takeResult();
      const wanted = laid.map(
        (stack) =>
          stack && (stack.count > 1 ? `1 ${stack.name}` : rests.has(stack.name) && `1 ${rests.get(stack.name)}`),
      );
      const left = laid.map((_, i) => cells[1 + i] && nameOf(cells[1 + i] ?? null));
      if (left.join() !== wanted.map((name) => name || null).join()) wrong.push([recipe, left, wanted]);
      const spared = laid.flatMap((stack) => (stack && stack.count > 1 ? (rests.get(stack.name) ?? []) : []));
      if (thrown.map(({ name }) => name).join() !== spared.join()) wrong.push([recipe, thrown]);
      if (!laid.some((stack) => stack && rests.has(stack.name))) break;
    }
  }
  expect(wrong).toEqual([]);
});

/** Whole numbers, the same in every run (mulberry32). */
function numbers(): () => number {
  let state = 7;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const t = Math.imul(state ^ (state >>> 15), state | 1);
    const u = t ^ (t + Math.imul(t ^ (t >>> 7), t | 61));
    return (u ^ (u >>> 14)) >>> 0;
  };
}

test.each([
  ['the shift key', 0, 1, '6 sugar'],
  ['a number', 8, 2, '3 sugar'],
])('what is crafted finds room before the bottles that are left over, with %s', (_, mouseButton, mode, made) => {
  const open = openWindow(false, true);
  for (let slot = 9; slot <= 43; slot += 1) open.slots.set(slot, item('stone', 64));
  open.slots.set(1, item('honey_bottle', 2));
  press(open, 0, mouseButton, mode);
  expect(nameOf(open.slots.get(44))).toBe(made);
  expect(open.thrown.map(nameOf)).toEqual(['1 glass_bottle']);
});
