import { byte, compound, int, list } from '../../../../world-format/nbt-tags.ts';
import type { Registry } from '../../../../world-format/chunk.ts';
import {
  type Compound,
  compoundsOf,
  fieldOf,
  numbersOf,
  type Tag,
  valueOf,
} from '../../../../world-format/nbt-fields.ts';
import { itemNamed } from '../../players/items.ts';
import { itemOf, itemTag, storedItem } from '../../players/stored-items.ts';
import type { Item } from '../../squid/squid.ts';
import { withEnchantments } from '../../survival/enchantments.ts';
import { offersFor } from '../../windows/enchanting-table.ts';
import { between, type Creature } from '../creature.ts';

/** One thing that a villager sells, or buys for emeralds. */
export interface Offer {
  /** Its place among those of the villager's file. */
  index: number;
  buy: Item;
  buyB: Item | null;
  sell: Item;
  uses: number;
  maxUses: number;
  /** What the villager learns by it. */
  xp: number;
}

/** As the game numbers them (entity_metadata of protocol 754). */
const professions =
  'none armorer butcher cartographer cleric farmer fisherman fletcher leatherworker librarian mason nitwit shepherd toolsmith weaponsmith';
const dresses = 'desert jungle plains savanna snow swamp taiga';
/** What a villager has learnt when they reach the levels from 2 on. */
const steps = [10, 70, 150, 250];
/** Of a level so many offers are new. */
const newOffers = 2;
/** More are never shown: a client leaves over a packet of more than two mebibytes. */
const mostOffers = 32;
const mostUses = 2 ** 31 - 1;

/**
 * By profession and level: the price, the goods, how often until restocking, and the villager's experience. A star
 * means enchanted, which raises the price. Source: https://minecraft.wiki/w/Trading (Java Edition 1.16), in part
 */
const tables: Record<string, readonly string[] | undefined> = {
  farmer: [
    'wheat 20 emerald 1 16 2, potato 26 emerald 1 16 2, carrot 22 emerald 1 16 2, beetroot 15 emerald 1 16 2, emerald 1 bread 6 16 1',
    'pumpkin 6 emerald 1 12 10, emerald 1 pumpkin_pie 4 12 5, emerald 1 apple 4 16 5',
    'melon 4 emerald 1 12 20, emerald 3 cookie 18 12 10',
    'emerald 1 cake 1 12 15',
    'emerald 3 golden_carrot 3 12 30, emerald 4 glistering_melon_slice 3 12 30',
  ],
  librarian: [
    'paper 24 emerald 1 16 2, emerald 5 book 1 *enchanted_book 1 12 1, emerald 9 bookshelf 1 12 1',
    'book 4 emerald 1 12 10, emerald 5 book 1 *enchanted_book 1 12 5, emerald 1 lantern 1 12 5',
    'ink_sac 5 emerald 1 12 20, emerald 5 book 1 *enchanted_book 1 12 10, emerald 1 glass 4 12 10',
    'writable_book 2 emerald 1 12 30, emerald 5 clock 1 12 15, emerald 4 compass 1 12 15',
    'emerald 20 name_tag 1 12 30',
  ],
  toolsmith: [
    'coal 15 emerald 1 16 2, emerald 1 stone_axe 1 12 1, emerald 1 stone_shovel 1 12 1, emerald 1 stone_pickaxe 1 12 1, emerald 1 stone_hoe 1 12 1',
    'iron_ingot 4 emerald 1 12 10, emerald 36 bell 1 12 5',
    'flint 30 emerald 1 12 20, emerald 1 *iron_axe 1 3 10, emerald 2 *iron_shovel 1 3 10, emerald 3 *iron_pickaxe 1 3 10, emerald 4 diamond_hoe 1 3 10',
    'diamond 1 emerald 1 12 30, emerald 12 *diamond_axe 1 3 15, emerald 5 *diamond_shovel 1 3 15',
    'emerald 13 *diamond_pickaxe 1 3 30',
  ],
  weaponsmith: [
    'coal 15 emerald 1 16 2, emerald 3 iron_axe 1 12 1, emerald 2 *iron_sword 1 3 1',
    'iron_ingot 4 emerald 1 12 10, emerald 36 bell 1 12 5',
    'flint 24 emerald 1 12 20',
    'diamond 1 emerald 1 12 30, emerald 12 *diamond_axe 1 3 15',
    'emerald 8 *diamond_sword 1 3 30',
  ],
  butcher: [
    'chicken 14 emerald 1 16 2, porkchop 7 emerald 1 16 2, rabbit 4 emerald 1 16 2, emerald 1 rabbit_stew 1 12 1',
    'coal 15 emerald 1 16 2, emerald 1 cooked_porkchop 5 16 5, emerald 1 cooked_chicken 8 16 5',
    'mutton 7 emerald 1 16 20, beef 10 emerald 1 16 20',
    'dried_kelp_block 10 emerald 1 12 30',
    'sweet_berries 10 emerald 1 12 30',
  ],
  cleric: [
    'rotten_flesh 32 emerald 1 16 2, emerald 1 redstone 2 12 1',
    'gold_ingot 3 emerald 1 12 10, emerald 1 lapis_lazuli 1 12 5',
    'rabbit_foot 2 emerald 1 12 20, emerald 4 glowstone 1 12 10',
    'scute 4 emerald 1 12 30, glass_bottle 9 emerald 1 12 30, emerald 5 ender_pearl 1 12 15',
    'nether_wart 22 emerald 1 12 30, emerald 3 experience_bottle 1 12 30',
  ],
  fletcher: [
    'stick 32 emerald 1 16 2, emerald 1 arrow 16 12 1, emerald 1 gravel 10 flint 10 12 1',
    'flint 26 emerald 1 12 10, emerald 2 bow 1 12 5',
    'string 14 emerald 1 16 20, emerald 3 crossbow 1 12 10',
    'feather 24 emerald 1 16 30, emerald 2 *bow 1 3 15',
    'tripwire_hook 8 emerald 1 12 30, emerald 3 *crossbow 1 3 15',
  ],
  mason: [
    'clay_ball 10 emerald 1 16 2, emerald 1 brick 10 16 1',
    'stone 20 emerald 1 16 10, emerald 1 chiseled_stone_bricks 4 16 5',
    'granite 16 emerald 1 16 20, andesite 16 emerald 1 16 20, diorite 16 emerald 1 16 20, emerald 1 polished_andesite 4 16 10',
    'quartz 12 emerald 1 12 30, emerald 1 terracotta 1 12 15',
    'emerald 1 quartz_block 1 12 30, emerald 1 quartz_pillar 1 12 30',
  ],
};

/** What a villager is: numbers of the game for how they are dressed and what they do, and their level from 1 to 5. */
export function callingOf({ fields }: Pick<Creature, 'fields'>): { dress: number; profession: number; level: number } {
  const data = fields['VillagerData'];
  const name = (field: string): string => String(valueOf(fieldOf(data, field))).replace('minecraft:', '');
  const [level = 1] = numbersOf(data, ['level']) ?? [];
  return {
    dress: Math.max(0, dresses.split(' ').indexOf(name('type'))),
    profession: Math.max(0, professions.split(' ').indexOf(name('profession'))),
    level: Math.max(1, Math.min(steps.length + 1, Math.floor(level))),
  };
}

export function learntBy({ fields }: Creature): number {
  const [learnt = 0] = numbersOf({ value: fields }, ['Xp']) ?? [];
  return Math.max(0, Math.min(mostUses, Math.floor(learnt)));
}

/** What a villager offers now. Those of things that the game does not have are left out. */
export function offersOf(registry: Registry, { fields }: Creature): Offer[] {
  const item = (tag: Tag | undefined): Item | null => {
    const stored = storedItem(tag);
    return stored && itemOf(registry, stored);
  };
  const offers = recipesOf(fields).flatMap((recipe, index) => {
    const [buy, sell] = [item(recipe['buy']), item(recipe['sell'])];
    const number = (name: string, otherwise: number): number =>
      Math.max(0, Math.min(mostUses, Math.floor(numbersOf({ value: recipe }, [name])?.[0] ?? otherwise)));
    if (!buy || !sell) return [];
    const [uses, maxUses, xp] = [number('uses', 0), number('maxUses', 4), number('xp', 1)];
    return { index, buy, sell, buyB: item(recipe['buyB']), uses, maxUses, xp };
  });
  return offers.slice(0, mostOffers);
}

/** Gives offers of each of their levels to a villager with a profession and none yet. @returns whether there are any now */
export function stock(registry: Registry, villager: Creature): boolean {
  if (villager.fields['Offers'] === undefined)
    for (let level = 1; level <= callingOf(villager).level; level += 1) addOffers(registry, villager, level);
  return recipesOf(villager.fields).length > 0;
}

/** A trade was made. @returns the experience that it teaches the player */
export function sold(registry: Registry, villager: Creature, { index, uses, xp }: Offer): number {
  const recipes = recipesOf(villager.fields);
  const recipe = recipes[index] ?? {};
  const isTeaching = numbersOf({ value: recipe }, ['rewardExp'])?.[0] !== 0;
  keep(villager, recipes.with(index, { ...recipe, uses: int(Math.min(mostUses, uses + 1)) }));
  const learnt = Math.min(mostUses, learntBy(villager) + xp);
  villager.fields = { ...villager.fields, Xp: int(learnt) };
  const { level } = callingOf(villager);
  const points = isTeaching ? between(3, 6) : 0;
  if (learnt < (steps[level - 1] ?? Number.POSITIVE_INFINITY)) return points;
  const data = villager.fields['VillagerData'];
  const known = data?.type === 'compound' ? (data.value as Compound) : {};
  villager.fields['VillagerData'] = compound({ ...known, level: int(level + 1) });
  addOffers(registry, villager, level + 1);
  return points + 5;
}

/** Restocks all offers. @returns whether anything was missing */
export function restock(villager: Creature): boolean {
  const recipes = recipesOf(villager.fields);
  const isUsed = recipes.some((recipe) => (numbersOf({ value: recipe }, ['uses'])?.[0] ?? 0) > 0);
  if (isUsed) {
    const unused = recipes.map((recipe) => Object.assign({}, recipe, { uses: int(0) }));
    keep(villager, unused);
  }
  return isUsed;
}

function recipesOf(fields: Compound): Compound[] {
  return compoundsOf(fields['Offers'], 'Recipes');
}

function keep(villager: Creature, recipes: Compound[]): void {
  const Recipes = list('compound', recipes);
  const offers = valueOf(villager.fields['Offers']) as Compound | undefined;
  villager.fields = { ...villager.fields, Offers: compound({ ...offers, Recipes }) };
}

function addOffers(registry: Registry, villager: Creature, level: number): void {
  const name = professions.split(' ')[callingOf(villager).profession] ?? '';
  const left = tables[name]?.[level - 1]?.split(', ') ?? [];
  const lines = Array.from({ length: newOffers }, () => left.splice(between(0, left.length - 1), 1)).flat();
  const added = lines.map((line) => recipeOf(registry, line)).filter((recipe) => recipe !== null);
  if (added.length > 0) keep(villager, [...recipesOf(villager.fields), ...added]);
}

/** An offer of the table in the game's form. Source: https://minecraft.wiki/w/Villager#Entity_data (Java Edition 1.16) */
function recipeOf(registry: Registry, line: string): Compound | null {
  const words = line.split(' ');
  const [maxUses, xp] = words.splice(-2).map(Number);
  const [sold = '', soldCount] = words.splice(-2);
  const [price = '', count, priceB = '', countB] = words;
  const plain = itemNamed(registry, sold.replace('*', ''), Number(soldCount));
  const sell = plain && sold.startsWith('*') ? enchanted(registry, plain) : { item: plain, worth: 0 };
  const buy = itemNamed(registry, price, Math.min(64, Number(count) + sell.worth));
  const buyB = itemNamed(registry, priceB, Number(countB));
  if (!sell.item || !buy) return null;
  return {
    buy: tagOf(buy),
    ...(buyB && { buyB: tagOf(buyB) }),
    sell: tagOf(sell.item),
    uses: int(0),
    maxUses: int(maxUses ?? 0),
    xp: int(xp ?? 0),
    rewardExp: byte(true),
    priceMultiplier: { type: 'float', value: 0.05 },
    demand: int(0),
    specialPrice: int(0),
  };
}

/** @returns the item with enchantments by chance, and by how much they raise its price */
function enchanted(registry: Registry, item: Item): { item: Item; worth: number } {
  if (item.name !== 'enchanted_book') {
    const worth = between(5, 19);
    const [, offer] = offersFor(registry, item, worth, Math.floor(Math.random() * 2 ** 31));
    return { item: withEnchantments(item, offer?.enchantments ?? new Map()), worth };
  }
  const all = registry.enchantmentsArray.filter(({ name }) => name !== 'soul_speed');
  const enchantment = all[between(0, all.length - 1)];
  const level = between(1, enchantment?.maxLevel ?? 1);
  const worth = (between(2, 6 + level * 10) + 3 * level) * (enchantment?.treasureOnly ? 2 : 1);
  return { item: withEnchantments(item, new Map([[enchantment?.name ?? 'unbreaking', level]])), worth: worth - 5 };
}

function tagOf(item: Item): Tag {
  const { Slot: _, ...fields } = itemTag(item, 0);
  return compound(fields);
}
