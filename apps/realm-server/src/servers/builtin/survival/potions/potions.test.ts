import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import type { Registry } from '../../../../world-format/chunk.ts';
import { itemNamed } from '../../players/items.ts';
import { brewedItem, effectsOf, potion, potionOf } from './potions.ts';

const registry = loadData('1.16.5') as unknown as Registry;

/** What becomes of water by one ingredient after another. */
const brewed = (...ingredients: string[]): string | null => {
  const made = ingredients.reduce(
    (item, ingredient) => item && brewedItem(registry, item, ingredient),
    potion(registry, 'water'),
  );
  return made && `${made.name} ${potionOf(made)}`;
};

test('ingredients make of potions what they make in the game', () => {
  expect(brewed('nether_wart', 'sugar')).toBe('potion swiftness');
  expect(brewed('nether_wart', 'sugar', 'redstone', 'fermented_spider_eye')).toBe('potion long_slowness');
  expect(brewed('nether_wart', 'turtle_helmet', 'glowstone_dust', 'gunpowder')).toBe(
    'splash_potion strong_turtle_master',
  );
  expect(brewed('fermented_spider_eye', 'gunpowder', 'dragon_breath', 'redstone')).toBe(
    'lingering_potion long_weakness',
  );
  expect([brewed('sugar'), brewed('glowstone_dust')]).toEqual(['potion mundane', 'potion thick']);
  for (const nothing of [
    ['golden_carrot'],
    ['dragon_breath'],
    ['gunpowder', 'gunpowder'],
    ['nether_wart', 'nether_wart'],
  ]) {
    expect(brewed(...nothing)).toBeNull();
  }
  expect(brewedItem(registry, itemNamed(registry, 'glass_bottle'), 'nether_wart')).toBeNull();
  expect(effectsOf('strong_turtle_master').map(({ effect, amplifier }) => `${effect} ${amplifier}`)).toEqual([
    'slowness 5',
    'resistance 3',
  ]);
  expect(effectsOf('mundane')).toEqual([]);
});
