import type { Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import { makeItem, shownLength } from './items.ts';

/** Slots of the player's own window that the creative inventory sets; -1 throws the item. */
const slots = { from: 5, to: 45, outside: -1 };

/** What each has taken out of a slot last, and may still hold with the mouse. */
const lifted = new WeakMap<Player, Item>();

/**
 * Packet set_creative_slot. A client's word for an item's further properties (names, enchantments, texts) is not taken, and only
 * their length is known (wanted-packets.ts): an item that was lifted or copied keeps those that the server knows, any other has none.
 */
export function setCreativeSlot({ squid, groundItems }: Game, player: Player, packet: Record<string, unknown>): void {
  const slot = Number(packet['slot']);
  const { present, itemId, itemCount, nbtData } = packet['item'] as Record<string, unknown>;
  const plain = present === true ? makeItem(squid.registry, Number(itemId), Number(itemCount)) : null;
  const length = (nbtData as { value?: { length?: { value?: number } } } | undefined)?.value?.length?.value ?? 0;
  const item = plain && withKnown(player, plain, length);
  if (slot === slots.outside && item) groundItems.throwFrom(player, item);
  if (!Number.isInteger(slot) || slot < slots.from || slot > slots.to) return;
  const before = player.inventory.slots[slot];
  if (before?.nbt && before.nbt !== item?.nbt) lifted.set(player, before);
  player.inventory.updateSlot(slot, item);
}

/** @param length in bytes, of the properties that the client gives it; 0: of none, as of those that are too long to be shown */
function withKnown(player: Player, plain: Item, length: number): Item {
  const others = length > 0 ? player.inventory.slots : [];
  const known = [lifted.get(player), ...others].find(
    (item) => item?.type === plain.type && item.nbt && shownLength(item.nbt) === length,
  );
  return known ? { ...plain, nbt: known.nbt } : plain;
}
