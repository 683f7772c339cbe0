import { list } from '../../../world-format/nbt-tags.ts';
import type { Enchantment, Registry } from '../../../world-format/chunk.ts';
import { compoundsOf } from '../../../world-format/nbt-fields.ts';
import { armourSlots, itemWith } from '../players/items.ts';
import type { Item, ItemTags, Player } from '../squid/squid.ts';

/** Levels by the names of enchantments. */
export type Enchantments = ReadonlyMap<string, number>;

/** Higher levels in a stored item are not accepted. */
const mostLevel = 255;

/** The level of an enchantment on an item in use; 0 for none. A book's count for nothing but an anvil. */
export function enchantmentOn(item: Item | null | undefined, name: string): number {
  return item?.name === 'enchanted_book' ? 0 : (item && enchantmentsOf(item).get(name)) || 0;
}

export function enchantmentsOf(item: Item): Enchantments {
  const list = compoundsOf(item.nbt, listOf(item));
  return new Map(
    list.flatMap(({ id, lvl }) => {
      const level = Number(lvl?.value);
      const isLevel = Number.isInteger(level) && level > 0;
      return isLevel ? [[String(id?.value).replace('minecraft:', ''), Math.min(mostLevel, level)] as const] : [];
    }),
  );
}

/** The same item with these enchantments, and no others. */
export function withEnchantments(item: Item, enchantments: Enchantments): Item {
  const stored = [...enchantments].map(([name, level]) => ({
    id: { type: 'string', value: `minecraft:${name}` },
    lvl: { type: 'short', value: level },
  }));
  const tag = stored.length > 0 ? list('compound', stored) : undefined;
  return withTags(item, { [listOf(item)]: tag });
}

/** The same item with further properties changed; undefined takes one away. */
export function withTags(item: Item, tags: ItemTags['value']): Item {
  const next = itemWith(item, tags);
  const value = Object.fromEntries(Object.entries(next.nbt?.value ?? {}).filter(([, tag]) => tag !== undefined));
  return { ...next, nbt: Object.keys(value).length > 0 ? { type: 'compound', name: '', value } : null };
}

function listOf({ name }: Item): string {
  return name === 'enchanted_book' ? 'StoredEnchantments' : 'Enchantments';
}

/** Whether an item can bear the enchantment. A book becomes another item by one, which only an enchanting table makes of it. */
export function canBear(registry: Registry, { name }: Item, enchantment: Enchantment): boolean {
  if (name === 'enchanted_book') return true;
  const categories = registry.itemsByName[name]?.enchantCategories ?? [];
  if (enchantment.name === 'thorns') return categories.includes('armor');
  if (/^(sharpness|smite|bane_of_arthropods)$/.test(enchantment.name) && name.endsWith('_axe')) return true;
  return categories.includes(enchantment.category) || (enchantment.name === 'efficiency' && name === 'shears');
}

/** Harm that what the player wears does not keep off, by the kind of harm. Source: https://minecraft.wiki/w/Armor#Enchantments (Java Edition 1.16) */
export function behindEnchantments(
  { inventory }: Player,
  damage: number,
  { isOfFire, isOfFall, isOfBlast }: { isOfFire?: true; isOfFall?: true; isOfBlast?: true },
): number {
  let points = 0;
  for (const slot of armourSlots) {
    const item = inventory.slots[slot];
    points += enchantmentOn(item, 'protection');
    if (isOfFire) points += 2 * enchantmentOn(item, 'fire_protection');
    if (isOfBlast) points += 2 * enchantmentOn(item, 'blast_protection');
    if (isOfFall) points += 3 * enchantmentOn(item, 'feather_falling');
  }
  return damage * (1 - Math.min(20, points) / 25);
}
