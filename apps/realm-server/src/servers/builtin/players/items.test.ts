import { EventEmitter } from 'node:events';
import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import { give, makeItem } from './items.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Item, Player } from '../squid/squid.ts';

const registry = loadData('1.16.5') as unknown as Registry;

test('what is given fills stacks first, and then free slots; what finds no room is left', () => {
  const slots = Array.from({ length: 46 }, (): Item | null => null);
  slots[10] = makeItem(registry, 1, 63);
  const inventory = { slots, updateSlot: (slot: number, item: Item | null) => (slots[slot] = item) };
  const player = Object.assign(new EventEmitter(), { inventory }) as unknown as Player;
  const item = makeItem(registry, 1, 5);
  if (!item) throw new Error('no such item');
  expect(give(player, item)).toBe(0);
  expect([slots[10]?.count, slots[36]?.count]).toEqual([64, 4]);
  for (let slot = 9; slot <= 44; slot += 1) slots[slot] ??= makeItem(registry, 2, 64);
  expect(give(player, { ...item, count: 64 })).toBe(4);
});

test('there are no items of an unknown kind, and no stacks larger than the game has', () => {
  expect(makeItem(registry, 99_999, 1)).toBeNull();
  expect(makeItem(registry, 1, -1)).toBeNull();
  expect(makeItem(registry, 1, 127)?.count).toBe(64);
});
