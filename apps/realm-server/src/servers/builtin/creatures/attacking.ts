import { blockAt } from '../land/block-state.ts';
import { solidHeight } from '../land/solid-height.ts';
import type { Game } from '../rules/game.ts';
import { isMortal } from '../survival/body.ts';
import { byDifficulty, causes, hurt } from '../survival/damage.ts';
import type { Player } from '../squid/squid.ts';
import { type Being, type Creature, eyesOf, sizeOf } from './creature.ts';
import { thinkTicks } from './goal.ts';
import { cubes } from './kinds.ts';
import { showMetadata } from './showing.ts';
import { hurtCreature, pushBack } from './hurting.ts';

/** Between two hits. */
const pauseTicks = 20;
/** So far it follows whom it is after. */
const followsWithin: Record<string, number | undefined> = { blaze: 48, ghast: 64 };
const followsOtherwise = 35;
/** So far the wolves of a player hear of a fight. */
const heardWithin = 16;
const playerWidth = 0.6;
/** Along the line of sight. */
const step = 0.5;

/** Whether it can be fought with: it lives, and is a creature, or a player who can be hurt. */
function isPrey(being: Being): boolean {
  return being.type === 'player' ? isMortal(being) : being.deadTicks === null;
}

/** Whether its target is present, can be fought, and is not too far away; if not, the target is dropped. */
export function canHunt(game: Game, creature: Creature): boolean {
  const { name, prey, position } = creature;
  if (!prey) return false;
  const within = followsWithin[name] ?? followsOtherwise;
  const isThere = prey.type === 'mob' ? game.creatures.withId(prey.id) === prey : game.squid.players.includes(prey);
  if (isThere && isPrey(prey) && prey.position.distanceTo(position) <= within) return true;
  creature.prey = null;
  showMetadata(creature);
  return false;
}

/** Whom it is after, where it can see them within so many blocks: it looks at them, to shoot. */
export function aimedAt(game: Game, creature: Creature, within: number): Being | null {
  const { prey, position } = creature;
  if (!prey || !canHunt(game, creature)) return null;
  if (prey.position.distanceTo(position) > within || !canSee(game, creature, prey)) return null;
  creature.gaze = { at: prey, until: game.squid.tickCount + thinkTicks * 2 };
  return prey;
}

/** Follows whom it is after, and hits when it is near enough. @returns whether it is after anybody */
export function attack(game: Game, creature: Creature): boolean {
  const { prey, position } = creature;
  if (!prey || !canHunt(game, creature)) return false;
  const far = prey.position.distanceTo(position);
  creature.gaze = { at: prey, until: game.squid.tickCount + pauseTicks };
  game.creatures.walk(creature, prey.position);
  const width = prey.type === 'player' ? playerWidth : prey.kind.width;
  if (far <= Math.hypot(sizeOf(creature).width * 2, width) + 0.4) strike(game, creature, prey);
  return true;
}

function strike(game: Game, creature: Creature, prey: Being): void {
  const { tickCount } = game.squid;
  if (tickCount - creature.struckAt < pauseTicks || !canSee(game, creature, prey)) return;
  creature.struckAt = tickCount;
  const { data, kind, name } = creature;
  const damage = cubes.has(name) ? cubeDamage(name, data.Size) : kind.damage;
  if (damage > 0 && harm(game, creature, prey, damage, 'mob')) pushBack(prey, creature.position);
}

/** Whether no block is between their eyes. */
export function canSee(game: Game, one: Being, other: Being): boolean {
  const [from, to] = [eyesOf(one), eyesOf(other)];
  const way = to.minus(from);
  const steps = Math.ceil(way.norm() / step);
  for (let n = 1; n < steps; n += 1) {
    if (solidHeight(blockAt(game, from.plus(way.scaled(n / steps)))) === 1) return false;
  }
  return true;
}

/** The smallest slimes do no damage; magma cubes of any size do. */
function cubeDamage(name: string, size: number): number {
  if (name === 'magma_cube') return size + 3;
  return size === 0 ? 0 : size + 1;
}

/** Hurts the target; damage by creatures to players depends on the difficulty. @returns whether it did */
export function harm(
  game: Game,
  by: Being | null,
  target: Being,
  damage: number,
  cause: 'mob' | 'arrow' | 'fireball',
): boolean {
  if (target.type === 'mob') return hurtCreature(game, target, damage, by);
  const felt = by?.type === 'mob' ? byDifficulty(game, damage) : damage;
  const isHurt = felt > 0 && hurt(game, target, felt, causes[cause], { by });
  if (isHurt && by) rally(game, target, by);
  return isHurt;
}

/** A player hit somebody, or was hit: their wolves help. */
export function rally(game: Game, player: Player, foe: Being): void {
  for (const wolf of game.creatures.living()) {
    const isFriend = foe.type === 'mob' ? foe.owner === player.uuid : foe.uuid === player.uuid;
    if (wolf.owner !== player.uuid || wolf.kind.damage === 0 || wolf.data.Sitting === 1 || isFriend || wolf === foe)
      continue;
    if (wolf.position.distanceTo(player.position) <= heardWithin) wolf.prey = foe;
  }
}
