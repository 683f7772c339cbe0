import type { Vec3 } from 'vec3';
import { handSlot, heldSlot, otherHandSlot } from '../players/items.ts';
import { aheadOf } from '../players/near.ts';
import type { Being } from '../creatures/creature.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { bodyOf } from './body.ts';
import { wear } from './digging/durability.ts';
import { enchantmentOn } from './enchantments.ts';

/** It keeps off nothing at first. */
const raisingTicks = 5;
/** After the blow of an axe. */
const disabledTicks = 100;
const disabledShare = { always: 0.25, perEfficiency: 0.05, sprinting: 0.75 };
/** What hurts less does not wear it. */
const leastWear = 3;
/** entity_status of protocol 754; field 7 of entity_metadata says which hand is in use. */
const status = { blocked: 29, disabled: 30 };
const handState = { none: 0, first: 1, other: 3 };

/** The slot of the shield that each has raised, and in which tick; and until when none can be raised. */
const raised = new WeakMap<Player, { slot: number; since: number }>();
const disabled = new WeakMap<Player, number>();

/** Packet use_item with a shield in that hand. @returns false for anything else */
export function raiseShield({ squid }: Game, player: Player, packet: Record<string, unknown>): boolean {
  const slot = handSlot(player, packet['hand']);
  if (player.inventory.slots[slot]?.name !== 'shield') return false;
  const mayRaise = player.health > 0 && player.gameMode !== gameModeNumber.SPECTATOR;
  if (!mayRaise || squid.tickCount < (disabled.get(player) ?? 0)) return true;
  raised.set(player, { slot, since: squid.tickCount });
  showHand(player, slot === otherHandSlot ? handState.other : handState.first);
  return true;
}

/** The player lowers it. */
export function lowerShield(player: Player): void {
  if (raised.delete(player)) showHand(player, handState.none);
}

/** Whether a player's shield blocks damage from there; if so it wears, and an axe may disable it. Source: the game's LivingEntity and Player (1.16.5) */
export function isShielded(game: Game, player: Player, damage: number, from: Vec3, by: Being | null): boolean {
  const { slot, since } = raised.get(player) ?? { slot: -1, since: 0 };
  if (player.inventory.slots[slot]?.name !== 'shield' || (slot !== otherHandSlot && slot !== heldSlot(player))) {
    lowerShield(player);
    return false;
  }
  const way = player.position.minus(from);
  way.y = 0;
  if (game.squid.tickCount - since < raisingTicks || way.dot(aheadOf(player)) >= 0) return false;
  if (damage >= leastWear) wear(game.squid.registry, player, slot, 1 + Math.floor(damage));
  if (by?.type === 'player' && isStruckDown(by)) disable(game, player);
  else tell(player, status.blocked);
  return true;
}

function isStruckDown(by: Player): boolean {
  const weapon = by.inventory.slots[heldSlot(by)];
  if (!weapon?.name.endsWith('_axe')) return false;
  const { always, perEfficiency, sprinting } = disabledShare;
  const share = always + perEfficiency * enchantmentOn(weapon, 'efficiency') + (bodyOf(by).isSprinting ? sprinting : 0);
  return Math.random() < share;
}

function disable({ squid }: Game, player: Player): void {
  lowerShield(player);
  disabled.set(player, squid.tickCount + disabledTicks);
  const itemID = squid.registry.itemsByName['shield']?.id;
  player._client.write('set_cooldown', { itemID, cooldownTicks: disabledTicks });
  tell(player, status.disabled);
}

function tell(player: Player, entityStatus: number): void {
  const packet = { entityId: player.id, entityStatus };
  player._client.write('entity_status', packet);
  player._writeOthersNearby('entity_status', packet);
}

/** Others see it raised; the player's own client has to learn only that it is lowered. */
function showHand(player: Player, value: number): void {
  const packet = { entityId: player.id, metadata: [{ key: 7, type: 0, value }] };
  player._writeOthersNearby('entity_metadata', packet);
  if (value === handState.none) player._client.write('entity_metadata', packet);
}
