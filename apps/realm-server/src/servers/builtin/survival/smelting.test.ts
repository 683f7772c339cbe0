import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import type { Registry } from '../../../world-format/chunk.ts';
import { type ContainerKind, containerKind } from '../land/container.ts';
import { makeItem } from '../players/items.ts';
import type { Item } from '../squid/squid.ts';
import { burnTicks, smelting } from './smelting.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const names = Object.keys(registry.itemsByName);

function item(name: string): Item {
  const made = makeItem(registry, registry.itemsByName[name]?.id ?? -1, 1);
  if (!made) throw new Error(`no item ${name}`);
  return made;
}

function kind(name: string): ContainerKind {
  const found = containerKind(name);
  if (!found) throw new Error(`no container ${name}`);
  return found;
}

test('every item that a furnace takes becomes one that there is', () => {
  const taken = (furnace: string) => names.filter((name) => smelting(kind(furnace), item(name)));
  for (const name of taken('furnace')) item(smelting(kind('furnace'), item(name))?.result ?? '');
  expect(['furnace', 'blast_furnace', 'smoker'].map((furnace) => taken(furnace).length)).toEqual([100, 34, 9]);
  expect(smelting(kind('smoker'), item('iron_ore'))).toBeNull();
  expect(smelting(kind('blast_furnace'), item('iron_ore'))).toEqual({
    result: 'iron_ingot',
    experience: 0.7,
    ticks: 100,
  });
  expect(smelting(kind('furnace'), item('stripped_birch_wood'))).toMatchObject({ result: 'charcoal', ticks: 200 });
  expect(smelting(kind('furnace'), item('crimson_stem'))).toBeNull();
});

test('fuel burns as long as in the game, and half as long where it is faster', () => {
  const burns = (name: string) => burnTicks(kind('furnace'), item(name));
  expect(['lava_bucket', 'coal', 'oak_planks', 'oak_slab', 'stick', 'red_carpet'].map(burns)).toEqual([
    20_000, 1600, 300, 150, 100, 67,
  ]);
  expect(['crimson_planks', 'nether_brick_fence', 'iron_door', 'creeper_banner_pattern', 'stone'].map(burns)).toEqual([
    0, 0, 0, 0, 0,
  ]);
  expect(burnTicks(kind('smoker'), item('coal'))).toBe(800);
});
