import { aheadOf } from '../../players/near.ts';
import { heldItem, heldSlot, less } from '../../players/items.ts';
import { gameModeNumber, type Game } from '../../rules/game.ts';
import type { Player } from '../../squid/squid.ts';
import { wear } from '../../survival/digging/durability.ts';
import { potionOf } from '../../survival/potions/potions.ts';
import { eyesOf } from '../creature.ts';

const fullTicks = 20;
const weakest = 0.1;
/** Blocks a tick of a bow that is fully drawn, and damage for each of them. */
const arrow = { speed: 3, damage: 2 };

/** In which tick each has begun to draw. */
const drawing = new WeakMap<Player, { slot: number; since: number }>();

/** Packet use_item: starts drawing a bow if there are arrows. @returns false if it is not a bow */
export function drawBow({ squid }: Game, player: Player, packet: Record<string, unknown>): boolean {
  if (heldItem(player)?.name !== 'bow' || packet['hand'] !== 0) return false;
  if (player.health > 0) drawing.set(player, { slot: heldSlot(player), since: squid.tickCount });
  return true;
}

/** Packet block_dig: the player lets go of the bow. Strength by time as in the game's BowItem (1.16.5) */
export function releaseBow(game: Game, player: Player): void {
  const drawn = drawing.get(player);
  drawing.delete(player);
  const slot = heldSlot(player);
  if (drawn?.slot !== slot || heldItem(player)?.name !== 'bow') return;
  const { slots } = player.inventory;
  const isFree = player.gameMode === gameModeNumber.CREATIVE;
  const at = slots.findIndex((item, place) => place >= 9 && /^(tipped_)?arrow$/.test(item?.name ?? ''));
  const share = (game.squid.tickCount - drawn.since) / fullTicks;
  const strength = Math.min(1, (share ** 2 + share * 2) / 3);
  const stack = slots[at];
  if (player.gameMode === gameModeNumber.SPECTATOR || strength < weakest || (!stack && !isFree)) return;
  if (stack && !isFree) player.inventory.updateSlot(at, less(stack));
  if (!isFree) wear(game.squid.registry, player, slot, 1);
  const speed = aheadOf(player).scaled(strength * arrow.speed);
  const damage = arrow.damage * (strength === 1 ? 1.25 : 1);
  const how = { isTakeable: !isFree, potion: potionOf(stack ?? null) };
  game.arrows.shoot(player, eyesOf(player), speed, damage, how);
}
