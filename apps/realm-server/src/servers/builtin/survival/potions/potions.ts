import { itemNamed, itemWith } from '../../players/items.ts';
import type { Registry } from '../../../../world-format/chunk.ts';
import type { Item } from '../../squid/squid.ts';
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
  turtle_helmet: 'turtle_master',
};
/** What makes nothing of water. */
const mundane = new Set(
  'rabbit_foot magma_cream sugar glistering_melon_slice spider_eye ghast_tear blaze_powder'.split(' '),
);
/** What a fermented spider eye makes of one. */
const spoilt: Record<string, string> = {
  water: 'weakness',
  night_vision: 'invisibility',
  leaping: 'slowness',
  swiftness: 'slowness',
  healing: 'harming',
  poison: 'harming',
};
const others = new Set('nether_wart redstone glowstone_dust fermented_spider_eye gunpowder dragon_breath'.split(' '));
const strongSlowness = 3;
/** As clients show them. Source: the game's MobEffects (1.16.5) */
const effectColours: Partial<Record<EffectName, number>> = {
  speed: 0x7cafc6,
  slowness: 0x5a6c81,
  strength: 0x932423,
  instantHealth: 0xf82423,
  instantDamage: 0x430a09,
  jumpBoost: 0x22ff4c,
  regeneration: 0xcd5cab,
  fireResistance: 0xe49a3a,
  waterBreathing: 0x2e5299,
  invisibility: 0x7f8392,
  nightVision: 0x1f1fa1,
  weakness: 0x484d48,
  poison: 0x4e9331,
  slowFalling: 0xffefd1,
};

/** What makes a potion be thrown, and a thrown one linger. */
const vessels: Record<string, Record<string, string | undefined> | undefined> = {
  potion: { gunpowder: 'splash_potion' },
  splash_potion: { dragon_breath: 'lingering_potion' },
};
const bearsPotion = /^(splash_|lingering_)?potion$|^tipped_arrow$/;

/** @param vessel a bottle of some kind, or an arrow */
export function potion(registry: Registry, name: string, vessel = 'potion'): Item | null {
  const item = itemNamed(registry, vessel);
  return item && itemWith(item, { Potion: { type: 'string', value: `minecraft:${name}` } });
}

/** Null for what has no potion in it. */
export function potionOf(item: Item | null): string | null {
  if (!item || !bearsPotion.test(item.name)) return null;
  const potion: unknown = item.nbt?.value['Potion']?.value;
  return typeof potion === 'string' ? potion.replace('minecraft:', '') : 'water';
}

/** The effects of a potion. */
export function effectsOf(name: string): { effect: EffectName; ticks: number; amplifier: number }[] {
  const [, how, base = ''] = /^(?:(long|strong)_)?(.*)$/.exec(name) ?? [];
  if (base === 'turtle_master') {
    const [ticks, more] = [how === 'long' ? 800 : 400, how === 'strong' ? 1 : 0];
    return [
      { effect: 'slowness', ticks, amplifier: 3 + 2 * more },
      { effect: 'resistance', ticks, amplifier: 2 + more },
    ];
  }
  const [effect, plain, long, strong] = effects[base] ?? [];
  const ticks = how === 'long' ? long : how === 'strong' ? strong : plain;
  if (!effect || !ticks) return [];
  return [{ effect, ticks, amplifier: how !== 'strong' ? 0 : effect === 'slowness' ? strongSlowness : 1 }];
}

/** As red << 16 | green << 8 | blue. */
export function potionColour(name: string): number {
  const [first] = effectsOf(name);
  return (first && effectColours[first.effect]) ?? 0x385dc6;
}

/** What the item becomes in a stand by an ingredient; null for nothing. */
export function brewedItem(registry: Registry, item: Item | null, ingredient: string): Item | null {
  const name = potionOf(item);
  if (!item || name === null) return null;
  const vessel = vessels[item.name]?.[ingredient];
  const next = vessel ? name : brewed(name, ingredient);
  return next === null ? null : potion(registry, next, vessel ?? item.name);
}

/** What a potion becomes by an ingredient; null for nothing. Source: the game's PotionBrewing (1.16.5) */
function brewed(name: string, ingredient: string): string | null {
  if (name === 'water' && ingredient === 'nether_wart') return 'awkward';
  if (name === 'water' && ingredient === 'glowstone_dust') return 'thick';
  if (name === 'water' && (ingredient === 'redstone' || mundane.has(ingredient))) return 'mundane';
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
  return next !== null && effectsOf(next).length > 0 ? next : null;
}

export function isIngredient(name: string): boolean {
  return name in bases || others.has(name);
}
