import { heldSlot, itemWith } from '../../players/items.ts';
import { gameModeNumber, type Game } from '../../rules/game.ts';
import { enchantmentOn } from '../enchantments.ts';
import type { Item, Player } from '../../squid/squid.ts';
import type { Registry } from '../../../../world-format/chunk.ts';

/** entity_status of protocol 754: something broke in the other hand, on the head, the chest, the legs or the feet; by the window's slot. */
const brokenAt = new Map([
  [45, 48],
  [5, 49],
  [6, 50],
  [7, 51],
  [8, 52],
]);
const brokenInHand = 47;

/** How far an item is worn; 0 for new. */
export function wornOf(item: Item): number {
  const damage: unknown = item.nbt?.value['Damage']?.value;
  return typeof damage === 'number' ? damage : 0;
}

/** Whether one more wear breaks an item. */
export function isAlmostBroken(registry: Registry, item: Item): boolean {
  return wornOf(item) >= (registry.items[item.type]?.maxDurability ?? Number.POSITIVE_INFINITY) - 1;
}

/** Wears the item in a slot of the player's own window, which becomes empty when it breaks. Items without durability stay as they are. */
export function wear(registry: Registry, player: Player, slot: number, by: number): void {
  const item = player.inventory.slots[slot];
  const bears = item && registry.items[item.type]?.maxDurability;
  if (!item || !bears || by <= 0) return;
  const spared = sparedShare(item);
  const worn = wornOf(item) + Array.from({ length: by }, Math.random).filter((luck) => luck >= spared).length;
  if (worn === wornOf(item)) return;
  if (worn < bears) {
    player.inventory.updateSlot(slot, itemWith(item, { Damage: { type: 'int', value: worn } }));
    return;
  }
  player.inventory.updateSlot(slot, null);
  const status = { entityId: player.id, entityStatus: brokenAt.get(slot) ?? brokenInHand };
  player._client.write('entity_status', status);
  player._writeOthersNearby('entity_status', status);
}

/** Wears the item in the hand, except in creative mode. */
export function wearHeld({ squid }: Pick<Game, 'squid'>, player: Player, by = 1): void {
  if (player.gameMode !== gameModeNumber.CREATIVE) wear(squid.registry, player, heldSlot(player), by);
}

/** How often Unbreaking spares an item, from 0 up to 1. Source: https://minecraft.wiki/w/Unbreaking (Java Edition 1.16) */
function sparedShare(item: Item): number {
  const level = enchantmentOn(item, 'unbreaking');
  const isArmour = /_(helmet|chestplate|leggings|boots)$/.test(item.name);
  return ((isArmour ? 0.4 : 1) * level) / (level + 1);
}
