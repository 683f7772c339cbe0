import type { Registry } from '../../../world-format/chunk.ts';
import type { Item, ItemTags, Player } from '../squid/squid.ts';

/** Slots of the player's own window: 5 to 8 armour, 9 to 35 the bag, 36 to 44 the hand's row, 45 the other hand. */
const firstSlot = 5;
const lastSlot = 45;
const bag = { from: 9, to: 35 };
const hand = { from: 36, to: 44 };

/** Null for a number that no item has. */
export function makeItem(registry: Registry, type: number, count: number, tags: ItemTags | null = null): Item | null {
  const known = registry.items[type];
  if (!known || count < 1) return null;
  const { name, stackSize } = known;
  return { type, name, stackSize, count: Math.min(count, stackSize), metadata: 0, nbt: tags };
}

/** The same item with some of its further properties changed. */
export function itemWith(item: Item, tags: ItemTags['value']): Item {
  return { ...item, nbt: { type: 'compound', name: '', value: { ...item.nbt?.value, ...tags } } };
}

/** Whether two items go on one stack. */
export function isSameKind(one: Item, other: Item): boolean {
  if (one.type !== other.type) return false;
  return one.nbt === other.nbt || JSON.stringify(one.nbt) === JSON.stringify(other.nbt);
}

/** Puts an item into the player's bag. @returns how many found no room */
export function give(player: Player, item: Item): number {
  const { slots } = player.inventory;
  const order = [...range(hand), ...range(bag)];
  let left = item.count;
  for (const slot of order) {
    const there = slots[slot];
    if (!there || there.count >= there.stackSize || !isSameKind(there, item)) continue;
    const moved = Math.min(left, there.stackSize - there.count);
    player.inventory.updateSlot(slot, { ...there, count: there.count + moved });
    left -= moved;
    if (left === 0) return 0;
  }
  const free = order.find((slot) => !slots[slot]);
  if (free === undefined) return left;
  player.inventory.updateSlot(free, { ...item, count: left });
  return 0;
}

/** Puts what the player holds with the mouse back into the bag. */
export function emptyMouse(player: Player): void {
  const { selectedItem } = player.inventory;
  player.inventory.selectedItem = null;
  if (selectedItem) give(player, selectedItem);
}

/** A click in the player's own window, by the fields of the packet window_click. */
export interface Click {
  slot: number;
  mouseButton: number;
  mode: number;
}

/**
 * Carries out a click with the items that the server knows; what the client says of them counts for nothing.
 * Returns false for what this kernel does not do: crafting, dropping, dragging and collecting.
 */
export function click(player: Player, { slot, mouseButton, mode }: Click): boolean {
  if (slot < firstSlot || slot > lastSlot) return false;
  if (mode === 0 && mouseButton === 0) return leftClick(player, slot);
  if (mode === 0 && mouseButton === 1) return rightClick(player, slot);
  if (mode === 1) return moveAcross(player, slot);
  if (mode === 2 && mouseButton >= 0 && mouseButton <= 8) return swap(player, slot, hand.from + mouseButton);
  return false;
}

/** Shows the client its items as they are. */
export function resendItems(player: Player): void {
  const { slots, selectedItem } = player.inventory;
  player._client.write('window_items', { windowId: 0, items: slots.map(toPacket) });
  player._client.write('set_slot', { windowId: -1, slot: -1, item: toPacket(selectedItem) });
}

function leftClick({ inventory }: Player, slot: number): boolean {
  const held = inventory.selectedItem;
  const there = inventory.slots[slot] ?? null;
  if (held && there && isSameKind(held, there)) {
    const moved = Math.min(held.count, there.stackSize - there.count);
    inventory.selectedItem = withCount(held, held.count - moved);
    inventory.updateSlot(slot, withCount(there, there.count + moved));
  } else {
    inventory.selectedItem = there;
    inventory.updateSlot(slot, held);
  }
  return true;
}

function rightClick({ inventory }: Player, slot: number): boolean {
  const held = inventory.selectedItem;
  const there = inventory.slots[slot] ?? null;
  if (!held && there) {
    const taken = Math.ceil(there.count / 2);
    inventory.selectedItem = withCount(there, taken);
    inventory.updateSlot(slot, withCount(there, there.count - taken));
  } else if (held && (!there || (isSameKind(there, held) && there.count < there.stackSize))) {
    inventory.selectedItem = withCount(held, held.count - 1);
    inventory.updateSlot(slot, withCount(held, (there?.count ?? 0) + 1));
  } else {
    inventory.selectedItem = there;
    inventory.updateSlot(slot, held);
  }
  return true;
}

/** From the hand's row to the bag and back. */
function moveAcross({ inventory }: Player, slot: number): boolean {
  const target = range(slot >= hand.from && slot <= hand.to ? bag : hand).find(
    (candidate) => !inventory.slots[candidate],
  );
  const there = inventory.slots[slot];
  if (target === undefined || !there) return false;
  inventory.updateSlot(slot, null);
  inventory.updateSlot(target, there);
  return true;
}

function swap({ inventory }: Player, slot: number, other: number): boolean {
  const there = inventory.slots[slot] ?? null;
  const otherItem = inventory.slots[other] ?? null;
  inventory.updateSlot(slot, otherItem && { ...otherItem });
  inventory.updateSlot(other, there && { ...there });
  return true;
}

function withCount(item: Item, count: number): Item | null {
  return count > 0 ? { ...item, count } : null;
}

/** An item as packets of protocol 754 have it. */
export function toPacket(item: Item | null | undefined): Record<string, unknown> {
  if (!item) return { present: false };
  return { present: true, itemId: item.type, itemCount: item.count, nbtData: item.nbt ?? undefined };
}

function range({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
