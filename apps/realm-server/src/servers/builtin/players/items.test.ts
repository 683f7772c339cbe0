import { EventEmitter } from 'node:events';
import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import { click, give, makeItem } from './items.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Item, Player } from '../squid/squid.ts';

const registry = loadData('1.16.5') as unknown as Registry;

function playerWith(items: Record<number, [type: number, count: number]>): Player {
  const slots = Array.from({ length: 46 }, (): Item | null => null);
  for (const [slot, [type, count]] of Object.entries(items)) slots[Number(slot)] = makeItem(registry, type, count);
  const inventory = {
    slots,
    selectedItem: null as Item | null,
    updateSlot(slot: number, item: Item | null) {
      slots[slot] = item;
    },
  };
  return Object.assign(new EventEmitter(), { inventory }) as unknown as Player;
}

function held(player: Player): [number, number] | null {
  const item = player.inventory.selectedItem;
  return item && [item.type, item.count];
}

function slot(player: Player, number: number): [number, number] | null {
  const item = player.inventory.slots[number];
  return item ? [item.type, item.count] : null;
}

test('clicks take, put, join and halve', () => {
  const player = playerWith({ 36: [1, 10], 9: [1, 60] });
  click(player, { slot: 36, mouseButton: 1, mode: 0 });
  expect([held(player), slot(player, 36)]).toEqual([
    [1, 5],
    [1, 5],
  ]);
  click(player, { slot: 9, mouseButton: 0, mode: 0 });
  expect([held(player), slot(player, 9)]).toEqual([
    [1, 1],
    [1, 64],
  ]);
  click(player, { slot: 20, mouseButton: 1, mode: 0 });
  expect([held(player), slot(player, 20)]).toEqual([null, [1, 1]]);
});

test('nothing comes of nothing, whatever a client clicks', () => {
  const player = playerWith({ 9: [1, 64], 36: [2, 3], 45: [3, 1] });
  const total = (): number =>
    [...player.inventory.slots, player.inventory.selectedItem].reduce((sum, item) => sum + (item?.count ?? 0), 0);
  for (let i = 0; i < 5000; i += 1) {
    const random = (i * 2654435761) >>> 0;
    click(player, { slot: (random % 60) - 5, mouseButton: (random >>> 8) % 12, mode: (random >>> 16) % 8 });
    expect(total()).toBe(68);
  }
});

test('what is given fills stacks first, and then free slots', () => {
  const player = playerWith({ 10: [1, 63] });
  const item = makeItem(registry, 1, 5);
  if (!item) throw new Error('no such item');
  give(player, item);
  expect([slot(player, 10), slot(player, 36)]).toEqual([
    [1, 64],
    [1, 4],
  ]);
});

test('there are no items of an unknown kind, and no stacks larger than the game has', () => {
  expect(makeItem(registry, 99_999, 1)).toBeNull();
  expect(makeItem(registry, 1, -1)).toBeNull();
  expect(makeItem(registry, 1, 127)?.count).toBe(64);
});
