import { type Vec3, Vec3 as Place } from 'vec3';
import type { Enchantment, Registry } from '../../../world-format/chunk.ts';
import { blockAt } from '../land/block-state.ts';
import { isCreative } from '../land/building.ts';
import type { Click } from '../players/click.ts';
import { itemNamed, less } from '../players/items.ts';
import type { Game } from '../rules/game.ts';
import type { Item } from '../squid/squid.ts';
import { bodyOf, newSeed } from '../survival/body.ts';
import { canBear, type Enchantments, enchantmentsOf, withEnchantments } from '../survival/enchantments.ts';
import { changeLevels } from '../survival/experience.ts';
import { cellSlots } from './cell-slots.ts';
import { openBlock } from './open-windows.ts';

/** With the kind of window in the packet open_window of protocol 754. */
const kind = { block: /^enchanting_table$/, type: 12, title: 'container.enchant' };
const mostShelves = 15;
/** How well enchantments take to a material. Source: https://minecraft.wiki/w/Enchanting_mechanics (Java Edition 1.16) */
const tools: Record<string, number> = { wooden: 15, stone: 5, iron: 14, golden: 22, diamond: 10, netherite: 15 };
const armours: Record<string, number> = {
  leather: 15,
  chainmail: 12,
  iron: 9,
  golden: 25,
  diamond: 10,
  netherite: 15,
  turtle: 9,
};

type Chance = () => number;

/** What the table offers in one of its three lines. */
interface Offer {
  /** The level that it needs; 0 for no offer. */
  cost: number;
  enchantments: Enchantments;
}

export function openEnchantingTable(click: Click): boolean {
  const { game, player, at } = click;
  const { registry } = game.squid;
  return openBlock(click, kind, (windowId) => {
    let offers: Offer[] = [];
    const tell = (property: number, value: number): void =>
      player._client.write('craft_progress_bar', { windowId, property, value });
    const refresh = (): void => {
      offers = offersFor(registry, cells.get(0), shelvesAround(game, at), bodyOf(player).xpSeed);
      tell(3, ((bodyOf(player).xpSeed & 0xff_f0) << 16) >> 16);
      offers.forEach(({ cost, enchantments }, line) => {
        const [first] = enchantments;
        tell(line, cost);
        tell(4 + line, first ? (registry.enchantmentsByName[first[0]]?.id ?? -1) : -1);
        tell(7 + line, first?.[1] ?? -1);
      });
    };
    const cells = cellSlots(player, windowId, {
      count: 2,
      bears: (slot, item) => ((item.name === 'lapis_lazuli') !== (slot === 1) ? 0 : slot === 1 ? item.stackSize : 1),
      changed: refresh,
    });
    setImmediate(refresh);
    return {
      ...cells.window,
      use({ enchantment: line }) {
        const [offer, item, lapis] = [offers[Number(line)], cells.get(0), cells.get(1)];
        const levels = Number(line) + 1;
        if (!offer || offer.cost === 0 || !item || offer.enchantments.size === 0) return;
        if (!isCreative(player)) {
          if ((lapis?.count ?? 0) < levels || player.level < Math.max(levels, offer.cost)) return;
          if (lapis) cells.set(1, less(lapis, levels));
          changeLevels(player, -levels);
        }
        bodyOf(player).xpSeed = newSeed();
        const target = item.name === 'book' ? itemNamed(registry, 'enchanted_book') : item;
        if (target) cells.set(0, withEnchantments(target, offer.enchantments));
        game.advancements.earn(player, 'story/enchant_item', 'enchanted_item');
      },
    };
  });
}

/** Bookshelves two blocks away from the table, with air between. */
function shelvesAround(game: Game, table: Vec3): number {
  const has = (x: number, y: number, z: number, name: string): boolean =>
    blockAt(game, table.plus(new Place(x, y, z)))?.kind.name === name;
  const isOpen = (x: number, z: number): boolean => [0, 1].every((y) => has(Math.sign(x), y, Math.sign(z), 'air'));
  const span = [-2, -1, 0, 1, 2];
  const around = span
    .flatMap((x) => span.map((z) => [x, z] as const))
    .filter((at) => at.some((d) => Math.abs(d) === 2));
  const shelves = around.flatMap(([x, z]) => (isOpen(x, z) ? [0, 1].filter((y) => has(x, y, z, 'bookshelf')) : []));
  return Math.min(mostShelves, shelves.length);
}

/** The three lines of the table; the same for the same seed. Source: the game's EnchantmentHelper (1.16.5), with other random numbers */
export function offersFor(registry: Registry, item: Item | null, shelves: number, seed: number): Offer[] {
  const ease = item ? enchantability(registry, item) : 0;
  const chance = seeded(seed);
  return [0, 1, 2].map((line) => {
    const base = below(chance, 8) + 1 + (shelves >> 1) + below(chance, shelves + 1);
    const cost = Math.floor([Math.max(base / 3, 1), (base * 2) / 3 + 1, Math.max(base, shelves * 2)][line] ?? 0);
    if (!item || ease === 0 || enchantmentsOf(item).size > 0 || cost < line + 1)
      return { cost: 0, enchantments: new Map() };
    return { cost, enchantments: choose(registry, item, cost, ease, seeded(seed + line + 1)) };
  });
}

function choose(registry: Registry, item: Item, cost: number, ease: number, chance: Chance): Enchantments {
  const share = Math.floor(ease / 4) + 1;
  const raised = cost + 1 + below(chance, share) + below(chance, share);
  let power = Math.max(1, Math.round(raised * (1 + (chance() + chance() - 1) * 0.15)));
  let candidates = registry.enchantmentsArray.flatMap((enchantment) => {
    const level = levelFor(enchantment, power);
    const isBorne = item.name === 'book' || canBear(registry, item, enchantment);
    const isOffered = !enchantment.treasureOnly && level > 0 && isBorne;
    return isOffered && !(enchantment.name === 'thorns' && !/_chestplate$|^book$/.test(item.name))
      ? [{ enchantment, level }]
      : [];
  });
  const chosen = new Map<string, number>();
  do {
    const total = candidates.reduce((sum, { enchantment }) => sum + enchantment.weight, 0);
    let pick = below(chance, total);
    const next = candidates.find(({ enchantment }) => (pick -= enchantment.weight) < 0);
    if (!next) break;
    const { name, exclude } = next.enchantment;
    chosen.set(name, next.level);
    candidates = candidates.filter(
      ({ enchantment }) => enchantment.name !== name && !exclude.includes(enchantment.name),
    );
    power = Math.floor(power / 2);
  } while (below(chance, 50) <= power * 2);
  const names = [...chosen.keys()];
  if (item.name === 'book' && names.length > 1) chosen.delete(names[below(chance, names.length)] ?? '');
  return chosen;
}

/** The highest level that so much power gives; 0 for none. */
function levelFor({ maxLevel, minCost, maxCost }: Enchantment, power: number): number {
  for (let level = maxLevel; level > 0; level -= 1) {
    if (power >= minCost.a * level + minCost.b && power <= maxCost.a * level + maxCost.b) return level;
  }
  return 0;
}

function enchantability(registry: Registry, { name }: Item): number {
  if (name === 'book') return 1;
  const categories = registry.itemsByName[name]?.enchantCategories ?? [];
  const material = name.split('_', 1).join('');
  if (categories.includes('armor')) return armours[material] ?? 0;
  if (/_(sword|axe|pickaxe|shovel|hoe)$/.test(name)) return tools[material] ?? 0;
  return /^(bow|crossbow|fishing_rod|trident)$/.test(name) ? 1 : 0;
}

function below(chance: Chance, count: number): number {
  return Math.floor(chance() * count);
}

/** Numbers from 0 up to 1 (mulberry32). */
function seeded(seed: number): Chance {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
