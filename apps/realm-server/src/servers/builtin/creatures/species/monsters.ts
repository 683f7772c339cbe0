import { blockAt } from '../../land/block-state.ts';
import { solidHeight } from '../../land/solid-height.ts';
import { fluidOf } from '../../land/fluid.ts';
import { aheadOf } from '../../players/near.ts';
import type { Game } from '../../rules/game.ts';
import { isMortal } from '../../survival/body.ts';
import type { Player } from '../../squid/squid.ts';
import { attack, canHunt, canSee } from '../attacking.ts';
import { isDay, lightAt } from '../spawning/brightness.ts';
import { between, type Creature, eyesOf } from '../creature.ts';
import { type Goal, nearestPlayer, thinkTicks } from '../goal.ts';
import { setBurning } from '../hurting.ts';
import { cubes } from '../kinds.ts';
import { headSlot } from '../../players/items.ts';
import { shoot } from '../projectiles/shooting.ts';
import { spit } from '../projectiles/spitting.ts';
import { showMetadata, sound } from '../showing.ts';
import { topWithin } from '../movement.ts';

/** Blocks. */
const seesWithin = { zombie: 35, enderman: 32, blaze: 48, ghast: 64, zombified_piglin: 0, otherwise: 16 };
const burns = { ticks: 160, likelihood: 0.2 };
/** A creeper swells while its prey is within so many blocks, and explodes after so many ticks. */
const swelling = { within: 3, until: 7, ticks: 30, power: 3 };
/** Spiders leave players alone where it is brighter. */
const spiderLight = 12;
/** How straight one must look at an enderman to annoy it: less by the distance. */
const stare = 0.025;
const flees = { tries: 16, across: 16, up: 8 };

/** Goes for a player whom it can see; a zombie also for a villager. */
function hunt(game: Game, creature: Creature): boolean {
  const { name, prey } = creature;
  if (prey) return false;
  const within = seesWithin[name as keyof typeof seesWithin] ?? seesWithin.otherwise;
  if (name === 'spider' && lightAt(game, creature.position).now >= spiderLight) return false;
  const isSeen = (player: Player): boolean =>
    isMortal(player) && (name !== 'enderman' || staresAt(player, creature)) && canSee(game, creature, player);
  const found = nearestPlayer(game, creature, within, isSeen) ?? villagerBefore(game, creature);
  if (!found) return false;
  creature.prey = found;
  showMetadata(creature);
  return false;
}

function villagerBefore(game: Game, creature: Creature): Creature | null {
  if (creature.name !== 'zombie') return null;
  const isSeen = (other: Creature): boolean => other.name === 'villager' && canSee(game, creature, other);
  return game.creatures.nearest(creature, seesWithin.otherwise, isSeen);
}

/** A creeper near its prey stands still, swells and explodes. */
function swell(game: Game, creature: Creature): boolean {
  const { prey, position } = creature;
  if (creature.name !== 'creeper') return false;
  const far = prey?.position.distanceTo(position) ?? Number.POSITIVE_INFINITY;
  const isNear = prey && canHunt(game, creature) && far < (creature.swollen > 0 ? swelling.until : swelling.within);
  const before = creature.swollen;
  creature.swollen = isNear && canSee(game, creature, prey) ? before + thinkTicks : Math.max(0, before - thinkTicks);
  if (before > 0 !== creature.swollen > 0) showMetadata(creature);
  if (before === 0 && creature.swollen > 0) sound(creature, 'creeper.primed');
  if (creature.swollen < swelling.ticks) return creature.swollen > before;
  const mayBreak = game.settings.mobGriefing && game.rules.isOn('mobGriefing');
  const at = position.clone();
  game.creatures.remove(creature);
  game.explosions.explode({ at, power: swelling.power, leaves: mayBreak ? 'some' : 'unbroken', by: creature });
  return true;
}

/** Slimes and magma cubes go by leaps. */
function leap(_: Game, creature: Creature): boolean {
  if (cubes.has(creature.name) && creature.onGround && creature.walk?.way.length && between(1, 3) === 1) {
    creature.velocity.y = 0.42;
  }
  return false;
}

/** Endermen are somewhere else at once when they are hurt or wet. */
function vanish(game: Game, creature: Creature): boolean {
  const isHurt = game.squid.tickCount - creature.hurtAt < thinkTicks && Math.random() < 0.5;
  const isWet = fluidOf(blockAt(game, creature.position)) !== null;
  if (creature.name !== 'enderman' || !(isHurt || isWet)) return false;
  for (let n = 0; n < flees.tries; n += 1) {
    const { across, up } = flees;
    const to = creature.position.offset(between(-across, across), between(-up, up), between(-across, across)).floored();
    const place = to.offset(0.5, 0, 0.5);
    const isGood = game.world.isSeen(place) && topWithin(game, place, creature.kind) <= place.y;
    if (!isGood || solidHeight(blockAt(game, to.offset(0, -1, 0))) !== 1 || fluidOf(blockAt(game, to))) continue;
    game.creatures.put(creature, place);
    sound(creature, 'enderman.teleport');
    return true;
  }
  return false;
}

/** By day zombies and skeletons burn under the open sky. */
function burnByDay(game: Game, creature: Creature): boolean {
  if (!/^(zombie|skeleton)$/.test(creature.name) || creature.fireTicks > 0 || !isDay(game)) return false;
  const isOpen = lightAt(game, eyesOf(creature)).sky === 15 && game.skies.weather === 'clear';
  const isDry = fluidOf(blockAt(game, creature.position)) === null;
  if (isOpen && isDry && Math.random() < burns.likelihood) setBurning(creature, burns.ticks);
  return false;
}

/** What a monster does, first things first. */
export const hunting: readonly Goal[] = [burnByDay, vanish, hunt, swell, shoot, spit, leap, attack];

/** Nobody does through a carved pumpkin. */
function staresAt(player: Player, creature: Creature): boolean {
  if (player.inventory.slots[headSlot]?.name === 'carved_pumpkin') return false;
  const way = eyesOf(creature).minus(eyesOf(player));
  return aheadOf(player).dot(way.unit()) > 1 - stare / way.norm();
}
