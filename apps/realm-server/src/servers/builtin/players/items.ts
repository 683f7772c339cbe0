import { lengthOf } from '../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { gameModeNumber } from '../rules/game.ts';
import type { Item, ItemTags, Player } from '../squid/squid.ts';

/** Slots of the player's own window. */
const bag = { from: 9, to: 35 };
const hand = { from: 36, to: 44 };

/** Null for a number that no item has. */
export function makeItem(registry: Registry, type: number, count: number, tags: ItemTags | null = null): Item | null {
  const known = registry.items[type];
  if (!known || count < 1) return null;
  const { name, stackSize } = known;
  return { type, name, stackSize, count: Math.min(count, stackSize), metadata: 0, nbt: tags };
}

/** So many of the kind with this name; null where there is none. */
export function itemNamed(registry: Registry, name: string, count = 1): Item | null {
  return makeItem(registry, registry.itemsByName[name]?.id ?? -1, count);
}

/** A stack with so many fewer; null if none are left. */
export function less(item: Item, by = 1): Item | null {
  return item.count > by ? { ...item, count: item.count - by } : null;
}

/** Players whose other hand acts just now. */
const withOtherHand = new WeakSet<Player>();

/** Does what a packet asks for with the hand that it names, and what it holds. @param which 1 is the other hand */
export function withHand(player: Player, which: unknown, act: () => void): void {
  if (which === 1) withOtherHand.add(player);
  try {
    act();
  } finally {
    withOtherHand.delete(player);
  }
}

/** The slot of the player's own window that is in the hand which acts. */
export function heldSlot(player: Player): number {
  return withOtherHand.has(player) ? otherHandSlot : firstHandSlot(player);
}

/** The slot of a player's own window that is in the first hand, whichever acts. */
export function firstHandSlot({ heldItemSlot }: Player): number {
  return hand.from + heldItemSlot;
}

/** The slot of a player's own window that is the other hand. */
export const otherHandSlot = 45;

/** Slots of a player's own window: head, chest, legs, feet. */
export const armourSlots = [5, 6, 7, 8] as const;
export const [headSlot, chestSlot] = armourSlots;

/** @param hand of a packet: 1 is the other hand */
export function handSlot(player: Player, hand: unknown): number {
  return hand === 1 ? otherHandSlot : heldSlot(player);
}

export function heldItem(player: Player): Item | null {
  return player.inventory.slots[heldSlot(player)] ?? null;
}

/** Takes one item from the hand, unless the game mode spares it. */
export function useUp(player: Player): void {
  const item = heldItem(player);
  if (!item) return;
  player.inventory.updateSlot(heldSlot(player), player.gameMode === gameModeNumber.CREATIVE ? item : less(item));
}

/** The same item with some of its further properties changed. */
export function itemWith(item: Item, tags: ItemTags['value']): Item {
  return { ...item, nbt: { type: 'compound', name: '', value: { ...item.nbt?.value, ...tags } } };
}

/** Whether two items go on one stack. */
export function isSameKind(one: Item, other: Item): boolean {
  if (one.type !== other.type) return false;
  return one.nbt === other.nbt || textOf(one.nbt) === textOf(other.nbt);
}

/** Tags are replaced, and never changed in place. */
const texts = new WeakMap<ItemTags, string>();

function textOf(tags: ItemTags | null): string | null {
  if (!tags) return null;
  const text = texts.get(tags) ?? JSON.stringify(tags);
  texts.set(tags, text);
  return text;
}

/** Puts an item into the player's bag, and shows it. @returns how many found no room */
export function give(player: Player, item: Item): number {
  return stow(player.inventory.slots, item, (slot, stack) => player.inventory.updateSlot(slot, stack));
}

/** Finds places for an item among the slots of a player's own window. @returns how many found no room */
export function stow(slots: readonly (Item | null)[], item: Item, place: (slot: number, item: Item) => void): number {
  const order = [...range(hand), ...range(bag)];
  let left = item.count;
  for (const slot of order) {
    const there = slots[slot];
    if (!there || there.count >= there.stackSize || !isSameKind(there, item)) continue;
    const moved = Math.min(left, there.stackSize - there.count);
    place(slot, { ...there, count: there.count + moved });
    left -= moved;
    if (left === 0) return 0;
  }
  const free = order.find((slot) => !slots[slot]);
  if (free === undefined) return left;
  place(free, { ...item, count: left });
  return 0;
}

/** So much of an item's further properties is shown: a client leaves over a window of more than two mebibytes. */
export const mostShownBytes = 16 << 10;
const shownLengths = new WeakMap<ItemTags, number>();

/** How many bytes of these a client is shown: all or none. */
export function shownLength(tags: ItemTags): number {
  let length = shownLengths.get(tags);
  if (length === undefined) {
    length = lengthOf(tags.value);
    shownLengths.set(tags, (length = length <= mostShownBytes ? length : 0));
  }
  return length;
}

/** An item as packets of protocol 754 have it. */
export function toPacket(item: Item | null | undefined): Record<string, unknown> {
  if (!item) return { present: false };
  const { type: itemId, count: itemCount, nbt } = item;
  return { present: true, itemId, itemCount, nbtData: nbt && shownLength(nbt) > 0 ? nbt : undefined };
}

export function range({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
