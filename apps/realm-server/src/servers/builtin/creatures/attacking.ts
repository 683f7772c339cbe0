import type { Game } from '../rules/game.ts';
import { isMortal } from '../survival/body.ts';
import { byDifficulty, causes, hurt } from '../survival/damage.ts';
import type { Player } from '../squid/squid.ts';
import { type Being, type Creature, sizeOf } from './creature.ts';
import { hurtCreature, pushBack } from './hurting.ts';

/** Between two hits. */
const pauseTicks = 20;
/** So far it follows whom it is after. */
const followsWithin = 35;
/** So far the wolves of a player hear of a fight. */
const heardWithin = 16;
const playerWidth = 0.6;

/** Whether it can be fought with: it lives, and is a creature, or a player who can be hurt. */
export function isPrey(being: Being): boolean {
  return being.type === 'player' ? isMortal(being) : being.deadTicks === null;
}

/** Follows whom it is after, and hits when it is near enough. @returns whether it is after anybody */
export function attack(game: Game, creature: Creature): boolean {
  const { prey, position } = creature;
  if (!prey) return false;
  const far = prey.position.distanceTo(position);
  const isThere = prey.type === 'mob' || game.squid.players.includes(prey);
  if (!isThere || !isPrey(prey) || far > followsWithin) {
    creature.prey = null;
    return false;
  }
  creature.gaze = { at: prey, until: game.squid.tickCount + pauseTicks };
  game.creatures.walk(creature, prey.position);
  const width = prey.type === 'player' ? playerWidth : prey.kind.width;
  if (far <= Math.hypot(sizeOf(creature).width * 2, width) + 0.4) strike(game, creature, prey);
  return true;
}

function strike(game: Game, creature: Creature, prey: Being): void {
  const { tickCount } = game.squid;
  if (tickCount - creature.struckAt < pauseTicks) return;
  creature.struckAt = tickCount;
  if (harm(game, creature, prey, creature.kind.damage, 'mob')) pushBack(prey, creature.position);
}

/** Hurts whoever it is, players by difficulty. @returns whether it did */
export function harm(game: Game, by: Creature, target: Being, damage: number, cause: 'mob' | 'arrow'): boolean {
  if (target.type === 'mob') return hurtCreature(game, target, damage, by);
  const felt = byDifficulty(game, damage);
  const isHurt = felt > 0 && hurt(game, target, felt, causes[cause], { by });
  if (isHurt) rally(game, target, by);
  return isHurt;
}

/** A player has hit somebody, or was hit: their wolves help. */
export function rally(game: Game, player: Player, foe: Being): void {
  for (const wolf of game.creatures.living()) {
    const isFriend = foe.type === 'mob' ? foe.owner === player.uuid : foe.uuid === player.uuid;
    if (wolf.owner !== player.uuid || wolf.data.Sitting === 1 || isFriend || wolf === foe) continue;
    if (wolf.position.distanceTo(player.position) <= heardWithin) wolf.prey = foe;
  }
}
