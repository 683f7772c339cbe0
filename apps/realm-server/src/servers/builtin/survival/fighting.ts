import type { Game } from '../rules/game.ts';
import { rally } from '../creatures/attacking.ts';
import type { Being } from '../creatures/creature.ts';
import { hurtCreature, pushBack, setBurning as burnCreature, undead } from '../creatures/hurting.ts';
import type { Item, Player } from '../squid/squid.ts';
import { bodyOf, exhaust } from './body.ts';
import { causes, hurt } from './damage.ts';
import { wear } from './digging/durability.ts';
import { levelOf } from './potions/effects.ts';
import { enchantmentOn } from './enchantments.ts';
import { setBurning } from './surroundings.ts';

/** Damage of a hit, by the material from wood to netherite, and hits a second. Source: https://minecraft.wiki/w/Damage (Java Edition 1.16) */
const weapons: Record<string, { damage: Record<string, number>; speed: number }> = {
  sword: { damage: { wooden: 4, golden: 4, stone: 5, iron: 6, diamond: 7, netherite: 8 }, speed: 1.6 },
  axe: { damage: { wooden: 7, golden: 7, stone: 9, iron: 9, diamond: 9, netherite: 10 }, speed: 1 },
  pickaxe: { damage: { wooden: 2, golden: 2, stone: 3, iron: 4, diamond: 5, netherite: 6 }, speed: 1.2 },
  shovel: { damage: { wooden: 2.5, golden: 2.5, stone: 3.5, iron: 4.5, diamond: 5.5, netherite: 6.5 }, speed: 1 },
  hoe: { damage: {}, speed: 2 },
};
const bareHand = { damage: 1, speed: 4 };
const ticksPerSecond = 20;
const criticalTimes = 1.5;
/** For each level of Fire Aspect. */
const burnTicks = 80;
const exhaustionOfHit = 0.1;

/** A player hits another, or a creature: weakly if too soon after the last hit, harder while falling. */
export function hit(game: Game, player: Player, target: Being): void {
  const body = bodyOf(player);
  const slot = 36 + player.heldItemSlot;
  const [material = '', tool = ''] = player.inventory.slots[slot]?.name.split('_') ?? [];
  const weapon = weapons[tool];
  const { speed } = weapon ?? bareHand;
  const charge = Math.min(1, ((body.chargeTicks + 0.5) * speed) / ticksPerSecond);
  body.chargeTicks = 0;
  const strength = 3 * levelOf(player, 'strength') - 4 * levelOf(player, 'weakness');
  const full = Math.max(0, (weapon?.damage[material] ?? bareHand.damage) + strength);
  let damage = full * (0.2 + charge ** 2 * 0.8);
  const isCritical = charge > 0.9 && body.fallen > 0 && !player.onGround && !body.isSprinting;
  if (isCritical) damage *= criticalTimes;
  const item = player.inventory.slots[slot];
  damage += charge * damageAgainst(item, target);
  const isHurt =
    target.type === 'mob'
      ? hurtCreature(game, target, damage, player)
      : hurt(game, target, damage, causes.player, { by: player });
  if (!isHurt) return;
  exhaust(player, exhaustionOfHit);
  if (weapon) wear(game.squid.registry, player, slot, tool === 'sword' || tool === 'hoe' ? 1 : 2);
  const fire = enchantmentOn(item, 'fire_aspect');
  if (fire > 0) setOnFire(target, fire * burnTicks);
  pushBack(target, player.position, 1 + enchantmentOn(item, 'knockback') + Number(body.isSprinting));
  rally(game, player, target);
}

/** What enchantments of a weapon add. Source: https://minecraft.wiki/w/Damage (Java Edition 1.16) */
function damageAgainst(item: Item | null | undefined, target: Being): number {
  const sharpness = enchantmentOn(item, 'sharpness');
  if (sharpness > 0) return 0.5 * sharpness + 0.5;
  const isOf = (kind: RegExp): boolean => target.type === 'mob' && kind.test(target.name);
  if (isOf(undead)) return 2.5 * enchantmentOn(item, 'smite');
  return isOf(/spider|bee|silverfish|endermite/) ? 2.5 * enchantmentOn(item, 'bane_of_arthropods') : 0;
}

function setOnFire(target: Being, ticks: number): void {
  if (target.type === 'mob') burnCreature(target, Math.max(ticks, target.fireTicks));
  else setBurning(target, Math.max(ticks, bodyOf(target).fireTicks));
}
