import { crafting } from '../client-data/recipes.ts';
import { handSlot, less, otherHandSlot, range } from '../players/items.ts';
import type { Item, Player } from '../squid/squid.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Slots } from './clicks.ts';
import { craft, leftover } from './crafting.ts';
import { isCopied } from './special-recipes.ts';

/** Slots of the player's own window: 0 the crafted, 1 to 4 the grid, 5 to 8 armour, 9 to 35 the bag, 36 to 44 the hand's row, 45 the other hand. */
const bagSlots = range({ from: 9, to: 35 });
const handSlots = range({ from: 36, to: 44 });
const armour = new Map([
  [5, /_helmet$|_head$|_skull$|^carved_pumpkin$/],
  [6, /_chestplate$|^elytra$/],
  [7, /_leggings$/],
  [8, /_boots$/],
]);

/** Worn too, but placed by a click. */
const isBlock = /_head$|_skull$|^carved_pumpkin$/;

/** Whether the item is worn in this slot of the player's own window. */
function isWornIn(slot: number, { name }: Item): boolean {
  return armour.get(slot)?.test(name) ?? false;
}

/** Packet use_item: puts on what is in the hand, where nothing is worn yet. */
export function putOn(player: Player, packet: Record<string, unknown>): boolean {
  const { inventory } = player;
  const from = handSlot(player, packet['hand']);
  const item = inventory.slots[from];
  const place = item ? [...armour.keys()].find((slot) => isWornIn(slot, item)) : undefined;
  if (!item || place === undefined || inventory.slots[place] || isBlock.test(item.name)) return false;
  inventory.updateSlot(place, { ...item, count: 1 });
  inventory.updateSlot(from, less(item));
  return true;
}

/**
 * A crafting grid in the first slots of a window; slot 0 shows the result.
 * @param slotsOf the items by the window's slots, read and written in place
 * @param spare receives leftovers of ingredients for which there is no room
 */
function craftingGrid(
  registry: Registry,
  side: number,
  { get, set }: { get: (slot: number) => Item | null; set: (slot: number, item: Item | null) => void },
  spare: (item: Item) => void,
) {
  const cells = range({ from: 1, to: side * side });
  const refresh = (): void => set(0, craft(registry, cells.map(get)));
  return {
    cells,
    get,
    set(slot: number, item: Item | null): void {
      set(slot, item);
      refresh();
    },
    takeResult(): void {
      const items = cells.map(get).filter((item) => item !== null);
      for (const cell of cells) {
        const item = get(cell);
        if (!item || isCopied(items, item)) continue;
        const rest = leftover(registry, item);
        const left = less(item);
        set(cell, left ?? rest);
        if (left && rest) spare(rest);
      }
      refresh();
    },
  };
}

/** The window that a player has open when they have opened none. */
export function ownWindow(registry: Registry, player: Player, spare: (item: Item) => void): Slots {
  const { inventory } = player;
  const get = (slot: number): Item | null => inventory.slots[slot] ?? null;
  const grid = craftingGrid(registry, 2, { get, set: (slot, item) => inventory.updateSlot(slot, item) }, spare);
  return {
    size: 46,
    result: 0,
    get,
    set: (slot, item) => (grid.cells.includes(slot) ? grid.set(slot, item) : inventory.updateSlot(slot, item)),
    bears(slot, item) {
      if (slot === 0) return 0;
      return armour.has(slot) ? Number(isWornIn(slot, item)) : item.stackSize;
    },
    targets(slot, item) {
      if (slot === 0) return [...bagSlots, ...handSlots].reverse();
      if (slot < 9 || slot === otherHandSlot) return [...bagSlots, ...handSlots];
      const worn = [...armour.keys()].find((candidate) => isWornIn(candidate, item) && !get(candidate));
      if (worn !== undefined) return [worn];
      if (item.name === 'shield' && !get(otherHandSlot)) return [otherHandSlot];
      return slot < 36 ? handSlots : bagSlots;
    },
    hotbar: (key) => (key === 40 ? otherHandSlot : (handSlots[key] ?? null)),
    takeResult: () => grid.takeResult(),
    grid: { type: crafting, cells: grid.cells, bag: [...bagSlots, ...handSlots] },
  };
}

/** Slots 10 to 36 of the window are the bag, 37 to 45 the hand's row: one further than in the player's own. */
const shifted = 1;

/** The window of a crafting table. @param cells what lies in it, by the window's numbers */
export function craftingTable(
  registry: Registry,
  player: Player,
  cells: (Item | null)[],
  show: (slot: number, item: Item | null) => void,
  spare: (item: Item) => void,
): Slots {
  const { inventory } = player;
  const set = (slot: number, item: Item | null): void => {
    cells[slot] = item;
    show(slot, item);
  };
  const grid = craftingGrid(registry, 3, { get: (slot) => cells[slot] ?? null, set }, spare);
  const bag = bagSlots.map((slot) => slot + shifted);
  const hand = handSlots.map((slot) => slot + shifted);
  return {
    size: 46,
    result: 0,
    get: (slot) => (slot < 10 ? grid.get(slot) : (inventory.slots[slot - shifted] ?? null)),
    set: (slot, item) => (slot < 10 ? grid.set(slot, item) : inventory.updateSlot(slot - shifted, item)),
    bears: (slot, item) => (slot === 0 ? 0 : item.stackSize),
    targets(slot) {
      if (slot === 0) return [...bag, ...hand].reverse();
      if (slot < 10) return [...bag, ...hand];
      return [...grid.cells, ...(slot < 37 ? hand : bag)];
    },
    hotbar: (key) => hand[key] ?? null,
    takeResult: () => grid.takeResult(),
    grid: { type: crafting, cells: grid.cells, bag: [...bag, ...hand] },
  };
}
