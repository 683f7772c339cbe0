import type { Registry } from '../../../world-format/chunk.ts';
import type { Click } from '../players/click.ts';
import { itemNamed } from '../players/items.ts';
import type { Item } from '../squid/squid.ts';
import { wornOf } from '../survival/digging/durability.ts';
import { type Enchantments, enchantmentsOf, withEnchantments, withTags } from '../survival/enchantments.ts';
import { learn } from '../survival/experience.ts';
import { cellSlots } from './cell-slots.ts';
import { openBlock } from './open-windows.ts';

/** With the kind of window in the packet open_window of protocol 754. */
const kind = { block: /^grindstone$/, type: 14, title: 'container.grindstone_title' };

export function openGrindstone(click: Click): boolean {
  const { player } = click;
  const { registry } = click.game.squid;
  return openBlock(click, kind, (windowId) => {
    const both = (): Item[] => [cells.get(0), cells.get(1)].filter((item) => item !== null);
    const cells = cellSlots(player, windowId, {
      count: 2,
      bears: (_, item) => (registry.items[item.type]?.maxDurability || enchantmentsOf(item).size > 0 ? 1 : 0),
      changed: () => cells.showResult(ground(registry, both())),
      take() {
        const worth = both().reduce((sum, item) => sum + worthOf(registry, enchantmentsOf(item)), 0);
        if (worth > 0) learn(player, Math.ceil(worth / 2) + Math.floor(Math.random() * Math.ceil(worth / 2)));
        cells.set(0, null);
        cells.set(1, null);
      },
    });
    return cells.window;
  });
}

/** What becomes of one or two items: without their enchantments but for curses, and mended. Source: the game's GrindstoneMenu (1.16.5) */
export function ground(registry: Registry, [first, second]: readonly Item[]): Item | null {
  const kind = first && registry.items[first.type];
  if (!first || !kind || (second && second.type !== first.type)) return null;
  const bears = kind.maxDurability ?? 0;
  if (!second && enchantmentsOf(first).size === 0) return null;
  if (second && bears === 0) return null;
  const left = second
    ? 2 * bears - wornOf(first) - wornOf(second) + Math.floor((bears * 5) / 100)
    : bears - wornOf(first);
  const curses = new Map(
    [first, ...(second ? [second] : [])].flatMap((item) =>
      [...enchantmentsOf(item)].filter(([name]) => isCurse(registry, name)),
    ),
  );
  const target =
    first.name === 'enchanted_book' && curses.size === 0 ? itemNamed(registry, 'book') : { ...first, count: 1 };
  if (!target || target.name === 'book') return target;
  const Damage = bears > left ? { type: 'int', value: bears - left } : undefined;
  return withTags(withEnchantments(target, curses), { Damage, RepairCost: undefined });
}

function worthOf(registry: Registry, enchantments: Enchantments): number {
  return [...enchantments].reduce((sum, [name, level]) => {
    const enchantment = registry.enchantmentsByName[name];
    return enchantment && !enchantment.curse ? sum + enchantment.minCost.a * level + enchantment.minCost.b : sum;
  }, 0);
}

function isCurse(registry: Registry, name: string): boolean {
  return registry.enchantmentsByName[name]?.curse === true;
}
