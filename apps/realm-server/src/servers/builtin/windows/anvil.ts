import type { Registry } from '../../../world-format/chunk.ts';
import { valueOf } from '../../../world-format/nbt-fields.ts';
import { blockAt, stateWith } from '../land/block-state.ts';
import { isCreative, setBlock } from '../land/building.ts';
import type { Click } from '../players/click.ts';
import { less } from '../players/items.ts';
import type { Item } from '../squid/squid.ts';
import { wornOf } from '../survival/digging/durability.ts';
import { canBear, enchantmentsOf, withEnchantments, withTags } from '../survival/enchantments.ts';
import { changeLevels } from '../survival/experience.ts';
import { cellSlots } from './cell-slots.ts';
import { openBlock } from './open-windows.ts';

/** With the kind of window in the packet open_window of protocol 754. */
const kind = { block: /^(chipped_|damaged_)?anvil$/, type: 7, title: 'container.repair' };
const tooExpensive = 40;
const longestName = 35;
const breaks = 0.12;
/** What an anvil becomes that is worn. */
const next: Record<string, string> = { anvil: 'chipped_anvil', chipped_anvil: 'damaged_anvil' };
/** An anvil's result, its cost in levels, and how many of the second item it uses up. */
interface Work {
  item: Item;
  cost: number;
  uses: number;
}

export function openAnvil(click: Click): boolean {
  const { game, player, at } = click;
  return openBlock(click, kind, (windowId) => {
    let name: string | null = null;
    let work: Work | null = null;
    const refresh = (): void => {
      work = workOf(game.squid.registry, cells.get(0), cells.get(1), name, isCreative(player));
      const mayTake = work !== null && (isCreative(player) || player.level >= work.cost);
      cells.showResult(mayTake && work ? work.item : null);
      player._client.write('craft_progress_bar', { windowId, property: 0, value: work?.cost ?? 0 });
    };
    const cells = cellSlots(player, windowId, {
      count: 2,
      bears: (_, item) => item.stackSize,
      changed: refresh,
      take() {
        if (!work) return;
        const { cost, uses } = work;
        const second = cells.get(1);
        if (!isCreative(player)) changeLevels(player, -cost);
        name = null;
        cells.set(0, null);
        cells.set(1, second && uses > 0 ? less(second, uses) : null);
        const block = blockAt(game, at);
        if (!block || isCreative(player) || Math.random() >= breaks) return;
        const worn = game.squid.registry.blocksByName[next[block.kind.name] ?? ''];
        setBlock(game, at, worn ? stateWith({ kind: worn, properties: block.properties }, {}) : 0);
      },
    });
    return {
      ...cells.window,
      use({ name: typed }) {
        if (typeof typed !== 'string' || typed.length > longestName) return;
        name = typed.replace(/[§\p{Cc}]/gu, '');
        refresh();
      },
    };
  });
}

/**
 * Repairs, joins and renames. Null where there is nothing to do, or it is too expensive.
 * @param name as typed; null for none, blank for the item's own
 * Source: the game's AnvilMenu (1.16.5)
 */
export function workOf(
  registry: Registry,
  left: Item | null,
  right: Item | null,
  name: string | null,
  isFree: boolean,
): Work | null {
  if (!left) return null;
  let [item, cost, uses] = [left, 0, 0];
  const bears = registry.items[left.type]?.maxDurability ?? 0;
  if (right) {
    const isBook = right.name === 'enchanted_book';
    if (bears > 0 && registry.items[left.type]?.repairWith?.includes(right.name)) {
      let worn = wornOf(left);
      while (worn > 0 && uses < right.count) [worn, uses] = [worn - Math.min(worn, Math.floor(bears / 4)), uses + 1];
      if (uses === 0) return null;
      cost += uses;
      item = withWear(item, worn);
    } else {
      if (!isBook && (left.type !== right.type || bears === 0)) return null;
      const worn = Math.max(0, wornOf(left) - (bears - wornOf(right)) - Math.floor((bears * 12) / 100));
      if (!isBook && worn < wornOf(left)) [item, cost] = [withWear(item, worn), cost + 2];
      const joined = join(registry, left, right, isFree);
      if (!joined) return null;
      item = withEnchantments(item, joined.enchantments);
      cost += joined.cost;
    }
  }
  const isRenamed =
    name !== null && (name.trim() === '' ? nameOf(left) !== null : JSON.stringify({ text: name }) !== nameOf(left));
  if (isRenamed) item = renamed(item, name.trim() === '' ? null : name);
  const done = cost + Number(isRenamed);
  if (done === 0) return null;
  const before = repairCost(left) + (right ? repairCost(right) : 0);
  const total = cost === 0 ? Math.min(tooExpensive - 1, before + done) : before + done;
  if (total >= tooExpensive && !isFree) return null;
  const most = Math.max(repairCost(left), right ? repairCost(right) : 0);
  const RepairCost = { type: 'int', value: cost === 0 ? most : Math.min(2 ** 31 - 1, most * 2 + 1) };
  return { item: withTags(item, { RepairCost }), cost: total, uses };
}

/** Null if none of the second item's enchantments can be added to the first. */
function join(registry: Registry, left: Item, right: Item, isFree: boolean) {
  const enchantments = new Map(enchantmentsOf(left));
  let [cost, taken, refused] = [0, 0, 0];
  for (const [name, level] of enchantmentsOf(right)) {
    const enchantment = registry.enchantmentsByName[name];
    if (!enchantment) continue;
    const clashes = [...enchantments.keys()].filter((other) => other !== name && enchantment.exclude.includes(other));
    cost += clashes.length;
    if (clashes.length > 0 || !(isFree || canBear(registry, left, enchantment))) {
      refused += 1;
      continue;
    }
    const now = enchantments.get(name) ?? 0;
    const joined = Math.min(enchantment.maxLevel, now === level ? level + 1 : Math.max(now, level));
    const rarity = { 10: 1, 5: 2, 2: 4, 1: 8 }[enchantment.weight] ?? 1;
    cost += joined * (right.name === 'enchanted_book' ? Math.max(1, rarity >> 1) : rarity);
    taken += 1;
    enchantments.set(name, joined);
  }
  return refused > 0 && taken === 0 ? null : { enchantments, cost: left.count > 1 && taken > 0 ? tooExpensive : cost };
}

function withWear(item: Item, worn: number): Item {
  return withTags(item, { Damage: { type: 'int', value: worn } });
}

function repairCost(item: Item): number {
  const cost = Number(item.nbt?.value['RepairCost']?.value ?? 0);
  return Number.isInteger(cost) ? Math.max(0, cost) : 0;
}

function nameOf(item: Item): string | null {
  const display = item.nbt?.value['display']?.value as Record<string, unknown> | undefined;
  const name = valueOf(display?.['Name']);
  return typeof name === 'string' ? name : null;
}

function renamed(item: Item, name: string | null): Item {
  const display = item.nbt?.value['display']?.value as Record<string, { type: string; value: unknown }> | undefined;
  const { Name: _, ...rest } = display ?? {};
  const value = name === null ? rest : { ...rest, Name: { type: 'string', value: JSON.stringify({ text: name }) } };
  return withTags(item, { display: Object.keys(value).length > 0 ? { type: 'compound', value } : undefined });
}
