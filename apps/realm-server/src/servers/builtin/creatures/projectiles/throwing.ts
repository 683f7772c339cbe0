import type { Vec3 } from 'vec3';
import { moveTo } from '../../players/movement.ts';
import { aheadOf, soundFields, tellNear } from '../../players/near.ts';
import { heldItem, useUp } from '../../players/items.ts';
import type { Game } from '../../rules/game.ts';
import { isInsideBorder } from '../../rules/place.ts';
import type { Player } from '../../squid/squid.ts';
import { causes, hurt } from '../../survival/damage.ts';
import { type Being, eyesOf } from '../creature.ts';
import { kindsOf } from '../kinds.ts';
import { ages } from '../species/animals.ts';

/** What is thrown from the hand. Source: the game's SnowballItem, EggItem, EnderpearlItem and what they throw (1.16.5) */
const thrown = ['snowball', 'egg', 'ender_pearl'] as const;
export type Thrown = (typeof thrown)[number];

/** Blocks a tick. */
const pace = 1.5;
const hatches = 1 / 8;
/** Ticks between two of a player, and what a journey costs. */
const pearl = { pause: 20, damage: 5 };
/** A category of the packet named_sound_effect: neutral. */
const category = 6;

/** The tick of each player's last pearl. */
const pearlsThrown = new WeakMap<Player, number>();

export function isThrown(name: string | undefined): name is Thrown {
  return thrown.some((one) => one === name);
}

/** Packet use_item with such an item in the hand. @returns false for any other, and for a pearl too soon after another */
export function throwItem(game: Game, player: Player): boolean {
  const name = heldItem(player)?.name;
  const { tickCount, registry } = game.squid;
  if (!isThrown(name)) return false;
  if (name === 'ender_pearl') {
    if (tickCount - (pearlsThrown.get(player) ?? -Infinity) < pearl.pause) return false;
    pearlsThrown.set(player, tickCount);
    const itemID = registry.itemsByName[name]?.id;
    player._client.write('set_cooldown', { itemID, cooldownTicks: pearl.pause });
  }
  useUp(player);
  game.arrows.shoot(player, eyesOf(player), aheadOf(player).scaled(pace), 0, { name });
  tellNear(
    game,
    player.position,
    'named_sound_effect',
    soundFields(`entity.${name}.throw`, category, player.position, 0.5),
  );
  return true;
}

/** It has hit something. @param by who threw it; null when that is not known any more @param at the last free place */
export function land(game: Game, name: Thrown, by: Being | null, at: Vec3): void {
  if (name === 'egg' && Math.random() < hatches) {
    const chicken = kindsOf(game.squid.registry).get('chicken');
    if (chicken) game.creatures.add(chicken, at.clone(), { age: ages.baby });
  }
  const isTaken = name === 'ender_pearl' && by?.type === 'player' && game.squid.players.includes(by);
  if (!isTaken || by.health <= 0 || !isInsideBorder(game.settings, game.centre, at)) return;
  moveTo(game, by, at.clone());
  hurt(game, by, pearl.damage, causes.fall);
}
