import { byte, compound, int, list } from '../../../world-format/nbt-tags.ts';
import { colours } from '../creatures/creature.ts';
import { type Compound, compoundsOf, numbersOf, valueOf } from '../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { itemNamed, itemWith } from '../players/items.ts';
import type { Item } from '../squid/squid.ts';
import { wornOf } from '../survival/digging/durability.ts';
import { effectIds, type EffectName } from '../survival/potions/effects.ts';
import { enchantmentsOf, withEnchantments, withTags } from '../survival/enchantments.ts';
import { potion, potionOf } from '../survival/potions/potions.ts';

type Recipe = (registry: Registry, items: readonly Item[], grid: readonly (Item | null)[]) => Item | null;

/** Of leather and of fireworks, by the game's number of each colour. Source: the game's DyeColor (1.16.5) */
const dyes = [
  [0xf9fffe, 0xf0f0f0],
  [0xf9801d, 0xeb8844],
  [0xc74ebd, 0xc354cd],
  [0x3ab3da, 0x6689d3],
  [0xfed83d, 0xdecf2a],
  [0x80c71f, 0x41cd34],
  [0xf38baa, 0xd88198],
  [0x474f52, 0x434343],
  [0x9d9d97, 0xababab],
  [0x169c9c, 0x287697],
  [0x8932b8, 0x7b2fbe],
  [0x3c44aa, 0x253192],
  [0x835432, 0x51301a],
  [0x5e7c16, 0x3b511a],
  [0xb02e26, 0xb3312c],
  [0x1d1d21, 0x1e1b1b],
] as const;
const patternsOfBanner = 6;
/** Copies are made of an original, and of its copies, but no further. */
const lastGeneration = 2;
/** Two that are joined are mended by so much more. */
const repairedShare = 0.05;
const rocket = { powder: 3, stars: 7, count: 3 };
const shapes: Record<string, number | undefined> = { fire_charge: 1, gold_nugget: 2, creeper_head: 3, feather: 4 };
const heads = /_(head|skull)$/;
/** What a flower makes of a stew, and for how many ticks. Source: https://minecraft.wiki/w/Suspicious_Stew (Java Edition 1.16) */
const stews: Record<string, readonly [EffectName, number] | undefined> = {
  allium: ['fireResistance', 80],
  azure_bluet: ['blindness', 160],
  blue_orchid: ['saturation', 7],
  dandelion: ['saturation', 7],
  cornflower: ['jumpBoost', 120],
  lily_of_the_valley: ['poison', 240],
  oxeye_daisy: ['regeneration', 160],
  poppy: ['nightVision', 100],
  wither_rose: ['wither', 160],
  ...Object.fromEntries(
    ['red', 'orange', 'white', 'pink'].map((colour) => [`${colour}_tulip`, ['weakness', 180] as const]),
  ),
};

/** What recipes without a table make of what lies in a grid; null for nothing. Source: https://minecraft.wiki/w/Crafting (Java Edition 1.16), special recipes */
export const craftSpecial: Recipe = (registry, items, grid) => {
  for (const recipe of recipes) {
    const made = recipe(registry, items, grid);
    if (made) return made;
  }
  return null;
};

/** Whether the item is the one being copied, which the recipe does not use up. */
export function isCopied(items: readonly Item[], item: Item): boolean {
  const isBanner = items.length === 2 && items.every(({ name }) => name === item.name) && item.name.endsWith('_banner');
  const isBook = item.name === 'written_book' && items.some(({ name }) => name === 'writable_book');
  return isBook || (isBanner && patternsOf(item).length > 0);
}

const recipes: readonly Recipe[] = [
  repair,
  dyeLeather,
  dyeBox,
  copyBanner,
  decorateShield,
  copyBook,
  makeRocket,
  makeStar,
  fadeStar,
  stew,
  tipArrows,
];

function repair(registry: Registry, [one, other, third]: readonly Item[]): Item | null {
  const whole = one && registry.items[one.type]?.maxDurability;
  if (!one || !other || third || one.type !== other.type || !whole) return null;
  const left = 2 * whole - wornOf(one) - wornOf(other) + Math.floor(whole * repairedShare);
  const curses = [...enchantmentsOf(one), ...enchantmentsOf(other)].filter(
    ([name]) => registry.enchantmentsByName[name]?.curse === true,
  );
  const fresh = itemNamed(registry, one.name);
  const worn = Math.max(0, whole - left);
  const Damage = worn > 0 ? { type: 'int', value: worn } : undefined;
  return fresh && withEnchantments(withTags(fresh, { Damage }), new Map(curses));
}

function dyeLeather(_: Registry, items: readonly Item[]): Item | null {
  const [leather, ...others] = items.filter(({ name }) => name.startsWith('leather_'));
  const mixed = colourNumbers(items, leather);
  if (!leather || others.length > 0 || !mixed) return null;
  const display = (valueOf(leather.nbt?.value['display']) ?? {}) as Compound;
  const before = display['color']?.value;
  const all = [...(typeof before === 'number' ? [before] : []), ...mixed.map((number) => dyes[number]?.[0] ?? 0)];
  const parts = all.map((colour) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255]);
  const sums = [0, 1, 2].map((part) => Math.floor(parts.reduce((sum, rgb) => sum + (rgb[part] ?? 0), 0) / all.length));
  const brightest = Math.floor(parts.reduce((sum, rgb) => sum + Math.max(...rgb), 0) / all.length);
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => Math.floor((sum * brightest) / Math.max(1, ...sums)));
  return one(itemWith(leather, { display: compound({ ...display, color: int((red << 16) | (green << 8) | blue) }) }));
}

function dyeBox(registry: Registry, items: readonly Item[]): Item | null {
  const box = items.find(({ name }) => name.endsWith('shulker_box'));
  const [number, ...others] = colourNumbers(items, box) ?? [];
  if (!box || number === undefined || others.length > 0) return null;
  const dyed = itemNamed(registry, `${colours[number]}_shulker_box`);
  return dyed && { ...dyed, nbt: box.nbt };
}

function copyBanner(_: Registry, items: readonly Item[]): Item | null {
  const banner = items.find((item) => isCopied(items, item));
  if (!banner?.name.endsWith('_banner') || patternsOf(banner).length > patternsOfBanner) return null;
  return items.some((item) => patternsOf(item).length === 0) ? one(banner) : null;
}

function decorateShield(_: Registry, items: readonly Item[]): Item | null {
  const shield = items.find(({ name }) => name === 'shield');
  const banner = items.find(({ name }) => name.endsWith('_banner'));
  if (!shield || !banner || items.length !== 2 || shield.nbt?.value['BlockEntityTag']) return null;
  const drawn = (valueOf(banner.nbt?.value['BlockEntityTag']) ?? {}) as Compound;
  const Base = int(colours.indexOf(banner.name.replace('_banner', '')));
  return itemWith(shield, { BlockEntityTag: compound({ ...drawn, Base }) });
}

function copyBook(_: Registry, items: readonly Item[]): Item | null {
  const [book, ...others] = items.filter(({ name }) => name === 'written_book');
  const empty = items.filter(({ name }) => name === 'writable_book');
  const [generation = 0] = numbersOf(book?.nbt, ['generation']) ?? [];
  const isFit = others.length === 0 && empty.length > 0 && empty.length + 1 === items.length;
  if (!book || !isFit || generation >= lastGeneration) return null;
  return { ...itemWith(book, { generation: int(generation + 1) }), count: empty.length };
}

function makeRocket(registry: Registry, items: readonly Item[]): Item | null {
  const count = (name: string): number => items.filter((item) => item.name === name).length;
  const stars = items.filter(({ name }) => name === 'firework_star');
  const powder = count('gunpowder');
  const isAll = 1 + powder + stars.length === items.length && count('paper') === 1;
  if (!isAll || powder < 1 || powder > rocket.powder || stars.length > rocket.stars) return null;
  const explosions = stars.map(({ nbt }) => (valueOf(nbt?.value['Explosion']) ?? {}) as Compound);
  const Fireworks = compound({
    Flight: byte(powder),
    ...(explosions.length > 0 && { Explosions: list('compound', explosions) }),
  });
  const made = itemNamed(registry, 'firework_rocket', rocket.count);
  return made && itemWith(made, { Fireworks });
}

function makeStar(registry: Registry, items: readonly Item[]): Item | null {
  const named = (test: (name: string) => boolean): Item[] => items.filter(({ name }) => test(name));
  const shape = named((name) => name in shapes || heads.test(name));
  const extras = ['gunpowder', 'glowstone_dust', 'diamond'].map((wanted) => named((name) => name === wanted));
  const [powder, flicker, trail] = extras.map(({ length }) => length);
  const others = new Set([...shape, ...extras.flat()]);
  const numbers = items.filter((item) => !others.has(item)).map(colourOf);
  const isOnce = powder === 1 && [shape, ...extras].every(({ length }) => length <= 1);
  if (!isOnce || numbers.length === 0 || numbers.includes(-1)) return null;
  const [form] = shape;
  const made = itemNamed(registry, 'firework_star');
  const Explosion = compound({
    Type: byte(form ? (shapes[form.name] ?? 3) : 0),
    Colors: { type: 'intArray', value: numbers.map((number) => dyes[number]?.[1] ?? 0) },
    ...(flicker && { Flicker: byte(1) }),
    ...(trail && { Trail: byte(1) }),
  });
  return made && itemWith(made, { Explosion });
}

function fadeStar(_: Registry, items: readonly Item[]): Item | null {
  const star = items.find(({ name }) => name === 'firework_star');
  const numbers = colourNumbers(items, star);
  if (!star || !numbers) return null;
  const before = (valueOf(star.nbt?.value['Explosion']) ?? {}) as Compound;
  const FadeColors = { type: 'intArray', value: numbers.map((number) => dyes[number]?.[1] ?? 0) };
  return one(itemWith(star, { Explosion: compound({ ...before, FadeColors }) }));
}

function stew(registry: Registry, items: readonly Item[]): Item | null {
  const flower = items.find(({ name }) => name in stews);
  const isAll = ['bowl', 'brown_mushroom', 'red_mushroom'].every((name) => items.some((item) => item.name === name));
  const [effect, ticks] = stews[flower?.name ?? ''] ?? [];
  const made = itemNamed(registry, 'suspicious_stew');
  if (!isAll || items.length !== 4 || !effect || !ticks || !made) return null;
  return itemWith(made, {
    Effects: list('compound', [{ EffectId: byte(effectIds[effect]), EffectDuration: int(ticks) }]),
  });
}

function tipArrows(registry: Registry, items: readonly Item[], grid: readonly (Item | null)[]): Item | null {
  const bottle = grid.length === 9 ? (grid[4] ?? null) : null;
  if (bottle?.name !== 'lingering_potion' || items.filter(({ name }) => name === 'arrow').length !== 8) return null;
  const arrows = potion(registry, potionOf(bottle) ?? '', 'tipped_arrow');
  return arrows && { ...arrows, count: 8 };
}

/** The colours of all but one of the items; null where another is no dye, or there is none. */
function colourNumbers(items: readonly Item[], but: Item | undefined): number[] | null {
  const numbers = items.filter((item) => item !== but).map(colourOf);
  return numbers.length === 0 || numbers.includes(-1) ? null : numbers;
}

/** -1 if it is not a dye. */
function colourOf({ name }: Item): number {
  return name.endsWith('_dye') ? colours.indexOf(name.replace('_dye', '')) : -1;
}

function patternsOf(banner: Item): Compound[] {
  return compoundsOf(banner.nbt?.value['BlockEntityTag'], 'Patterns');
}

function one(item: Item): Item {
  return { ...item, count: 1 };
}
