import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import type { Registry } from '../../../world-format/chunk.ts';
import { placedBlock } from '../land/block-state.ts';
import { itemNamed } from '../players/items.ts';
import type { Item, Player } from '../squid/squid.ts';
import { wornOf } from '../survival/digging/durability.ts';
import { dugInOneTick } from '../survival/digging/digging-time.ts';
import { dropsOf } from '../survival/digging/drops.ts';
import { enchantmentsOf, withEnchantments, withTags } from '../survival/enchantments.ts';
import { learn } from '../survival/experience.ts';
import { workOf } from './anvil.ts';
import { offersFor } from './enchanting-table.ts';
import { ground } from './grindstone.ts';

const registry = loadData('1.16.5') as unknown as Registry;

function item(name: string, enchantments: Record<string, number> = {}, worn = 0): Item {
  const plain = itemNamed(registry, name);
  if (!plain) throw new Error(`no ${name}`);
  const tagged = worn > 0 ? withTags(plain, { Damage: { type: 'int', value: worn } }) : plain;
  return withEnchantments(tagged, new Map(Object.entries(enchantments)));
}

const most = (): number => 0.999;
const levels = (of: Item | null | undefined): Record<string, number> =>
  Object.fromEntries(of ? enchantmentsOf(of) : []);

test('a table offers the same for the same seed, more for shelves, and nothing that clashes or does not fit', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const offers = offersFor(registry, item('diamond_pickaxe'), 15, seed);
    expect(offersFor(registry, item('diamond_pickaxe'), 15, seed)).toEqual(offers);
    expect(offers[2]?.cost).toBe(30);
    for (const { enchantments } of offers) {
      expect(enchantments.size).toBeGreaterThan(0);
      expect(['efficiency', 'unbreaking', 'fortune', 'silk_touch']).toEqual(
        expect.arrayContaining([...enchantments.keys()]),
      );
      expect(enchantments.has('fortune') && enchantments.has('silk_touch')).toBe(false);
    }
    expect(offersFor(registry, item('diamond_pickaxe'), 0, seed)[2]?.cost).toBeLessThanOrEqual(8);
  }
  expect(offersFor(registry, item('stone'), 15, 1).map(({ cost }) => cost)).toEqual([0, 0, 0]);
  expect(offersFor(registry, item('bow', { power: 1 }), 15, 1).map(({ cost }) => cost)).toEqual([0, 0, 0]);
});

test('an anvil mends, joins and names for what the game asks, and refuses what is too expensive or does not go together', () => {
  const iron = item('iron_ingot');
  const mended = workOf(registry, item('iron_pickaxe', {}, 200), { ...iron, count: 5 }, null, false);
  expect([mended?.cost, mended?.uses, mended && wornOf(mended.item)]).toEqual([4, 4, 0]);
  const joined = workOf(
    registry,
    item('iron_sword', { sharpness: 3 }),
    item('iron_sword', { sharpness: 3, smite: 1 }),
    null,
    false,
  );
  expect([levels(joined?.item), joined?.cost]).toEqual([{ sharpness: 4 }, 5]);
  const book = item('enchanted_book', { protection: 4 });
  expect(workOf(registry, item('iron_sword'), book, null, false)).toBeNull();
  expect(workOf(registry, item('iron_helmet'), book, null, false)?.cost).toBe(4);
  const old = withTags(item('iron_sword'), { RepairCost: { type: 'int', value: 63 } });
  expect(workOf(registry, old, item('enchanted_book', { sharpness: 1 }), null, false)).toBeNull();
  expect(workOf(registry, old, null, 'Sting', false)?.cost).toBe(39);
  expect(workOf(registry, item('iron_sword'), null, '', false)).toBeNull();
});

test('a grindstone leaves curses, and joins what is worn', () => {
  expect(levels(ground(registry, [item('iron_sword', { sharpness: 3, vanishing_curse: 1 })]))).toEqual({
    vanishing_curse: 1,
  });
  expect(ground(registry, [item('enchanted_book', { sharpness: 3 })])?.name).toBe('book');
  expect(ground(registry, [item('iron_sword')])).toBeNull();
  const joined = ground(registry, [item('iron_sword', {}, 200), item('iron_sword', {}, 200)]);
  expect(joined && wornOf(joined)).toBe(138);
});

test('Silk Touch leaves blocks whole, Fortune makes more of them, Efficiency digs faster', () => {
  const block = (name: string) => {
    const placed = placedBlock(registry, registry.blocksByName[name]?.defaultState ?? 0);
    if (!placed) throw new Error(`no ${name}`);
    return placed;
  };
  const tool = item('diamond_pickaxe').type;
  expect(dropsOf(registry, block('diamond_ore'), tool, most, { fortune: 3 })).toEqual([{ name: 'diamond', count: 4 }]);
  expect(dropsOf(registry, block('diamond_ore'), tool, () => 0, { fortune: 3 })).toEqual([
    { name: 'diamond', count: 1 },
  ]);
  expect(dropsOf(registry, block('diamond_ore'), tool, most, { isSilk: true })).toEqual([
    { name: 'diamond_ore', count: 1 },
  ]);
  expect(dropsOf(registry, block('stone'), null, most, { isSilk: true })).toEqual([]);
  const digger = { tool, isOnGround: true, isUnderWater: false };
  const speed = dugInOneTick(registry, block('stone').kind, digger);
  expect(dugInOneTick(registry, block('stone').kind, { ...digger, efficiency: 5, haste: 2 })).toBeCloseTo(
    (speed * (8 + 26) * 1.4) / 8,
  );
});

test('Mending takes experience first, by two for each point', () => {
  const slots = Array.from({ length: 46 }, (): Item | null => null);
  slots[36] = item('iron_pickaxe', { mending: 1 }, 5);
  const player = {
    xp: 0,
    heldItemSlot: 0,
    inventory: { slots, updateSlot: (slot: number, next: Item | null) => (slots[slot] = next) },
    setXp: (xp: number) => (player.xp = xp),
  } as unknown as Player;
  learn(player, 2);
  expect([player.xp, slots[36] && wornOf(slots[36])]).toEqual([0, 1]);
  learn(player, 2);
  expect([player.xp, slots[36] && wornOf(slots[36])]).toEqual([1, 0]);
});
