import { itemNamed, itemWith } from '../players/items.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Item } from '../squid/squid.ts';
import type { EffectName } from './effects.ts';

/** What a potion puts its drinker under, and for how many ticks: plain, long and strong; 0 for none. Source: the game's Potions (1.16.5) */
const effects: Record<string, readonly [EffectName, plain: number, long?: number, strong?: number]> = {
  night_vision: ['nightVision', 3600, 9600],
  invisibility: ['invisibility', 3600, 9600],
  leaping: ['jumpBoost', 3600, 9600, 1800],
  fire_resistance: ['fireResistance', 3600, 9600],
  swiftness: ['speed', 3600, 9600, 1800],
  slowness: ['slowness', 1800, 4800, 400],
  water_breathing: ['waterBreathing', 3600, 9600],
  healing: ['instantHealth', 1, 0, 1],
  harming: ['instantDamage', 1, 0, 1],
  poison: ['poison', 900, 1800, 432],
  regeneration: ['regeneration', 900, 1800, 450],
  strength: ['strength', 3600, 9600, 1800],
  weakness: ['weakness', 1800, 4800],
  slow_falling: ['slowFalling', 1800, 4800],
};
/** What an ingredient makes of an awkward potion. */
const bases: Record<string, string> = {
  golden_carrot: 'night_vision',
  rabbit_foot: 'leaping',
  magma_cream: 'fire_resistance',
  sugar: 'swiftness',
  pufferfish: 'water_breathing',
  glistering_melon_slice: 'healing',
  spider_eye: 'poison',
  ghast_tear: 'regeneration',
  blaze_powder: 'strength',
  phantom_membrane: 'slow_falling',
};
/** What a fermented spider eye makes of one. */
const spoilt: Record<string, string> = {
  water: 'weakness',
  night_vision: 'invisibility',
  leaping: 'slowness',
  swiftness: 'slowness',
  healing: 'harming',
  poison: 'harming',
};
const strongSlowness = 3;

export function potion(registry: Registry, name: string): Item | null {
  const item = itemNamed(registry, 'potion');
  return item && itemWith(item, { Potion: { type: 'string', value: `minecraft:${name}` } });
}

/** Null for what is no potion that one drinks. */
export function potionOf(item: Item | null): string | null {
  if (item?.name !== 'potion') return null;
  const potion: unknown = item.nbt?.value['Potion']?.value;
  return typeof potion === 'string' ? potion.replace('minecraft:', '') : 'water';
}

/** What the drinker is put under; null for nothing. */
export function effectOf(name: string): { effect: EffectName; ticks: number; amplifier: number } | null {
  const [, how, base = ''] = /^(?:(long|strong)_)?(.*)$/.exec(name) ?? [];
  const [effect, plain, long, strong] = effects[base] ?? [];
  const ticks = how === 'long' ? long : how === 'strong' ? strong : plain;
  if (!effect || !ticks) return null;
  return { effect, ticks, amplifier: how !== 'strong' ? 0 : effect === 'slowness' ? strongSlowness : 1 };
}

/** What a potion becomes by an ingredient; null for nothing. Source: the game's PotionBrewing (1.16.5) */
export function brewed(name: string, ingredient: string): string | null {
  if (name === 'water' && ingredient === 'nether_wart') return 'awkward';
  if (name === 'awkward') return bases[ingredient] ?? null;
  const [, how = '', base = ''] = /^(long_|strong_)?(.*)$/.exec(name) ?? [];
  const next =
    ingredient === 'fermented_spider_eye' && spoilt[base]
      ? how + spoilt[base]
      : how === '' && ingredient === 'redstone'
        ? `long_${base}`
        : how === '' && ingredient === 'glowstone_dust'
          ? `strong_${base}`
          : null;
  return next !== null && effectOf(next) ? next : null;
}

export function isIngredient(name: string): boolean {
  return name in bases || ['nether_wart', 'redstone', 'glowstone_dust', 'fermented_spider_eye'].includes(name);
}
