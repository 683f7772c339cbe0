import { Vec3 } from 'vec3';
import type { Game } from '../rules/game.ts';
import { tending } from './species/animals.ts';
import { attack } from './attacking.ts';
import { buzzing } from './species/bees.ts';
import { between, type Creature, eyesOf, isBaby, sizeOf, turnTo } from './creature.ts';
import { goAnywhere, type Goal, nearestPlayer, thinkTicks } from './goal.ts';
import { hunting } from './species/monsters.ts';
import { showMetadata, sound } from './showing.ts';
import { shoot } from './projectiles/shooting.ts';
import { melt } from './species/snow-golems.ts';
import { dwelling } from './species/villagers.ts';

/** Per thought: to walk somewhere, to look at somebody, and to make a sound. */
const likelihood = { wander: 0.04, look: 0.1, voice: 0.03 };
const mute = new Set(['creeper', 'slime', 'magma_cube']);
const seesWithin = 6;
const guardsWithin = 16;
/** Nearer than this share of its width no other should be; otherwise it moves so fast, in blocks a tick. */
const roomOfWidth = 0.8;
const shove = 0.15;

const goals: Record<string, readonly Goal[]> = {
  animal: [...tending, wander, look],
  monster: [...hunting, wander, look],
  other: [stand, melt, guard, shoot, attack, wander, look],
  villager: [...dwelling, wander, look],
  bee: [...buzzing, look],
};

/** A creature ages, and pursues the first goal that applies. */
export function think(game: Game, creature: Creature): void {
  const { kind, walk, data } = creature;
  const { tickCount } = game.squid;
  if (walk && tickCount >= walk.until) creature.walk = null;
  const wasBaby = isBaby(creature);
  creature.age -= Math.sign(creature.age) * Math.min(thinkTicks, Math.abs(creature.age));
  if (wasBaby && !isBaby(creature)) showMetadata(creature);
  data.InLove = Math.max(0, data.InLove - thinkTicks);
  if (Math.random() < likelihood.voice && !mute.has(kind.name)) sound(creature, `${kind.name}.ambient`);
  (goals[kind.name] ?? goals[kind.category])?.find((goal) => goal(game, creature));
  makeRoom(game, creature);
  turn(game, creature);
}

/** Kinds that nothing is known of stand still. */
function stand(_: Game, { kind }: Creature): boolean {
  return kind.pace === 0;
}

/** Golems go for monsters, those of iron not for creepers. */
function guard(game: Game, creature: Creature): boolean {
  const isFoe = ({ kind, name }: Creature): boolean =>
    kind.category === 'monster' && (name !== 'creeper' || creature.name === 'snow_golem');
  if (creature.name.endsWith('_golem')) creature.prey ??= game.creatures.nearest(creature, guardsWithin, isFoe);
  return false;
}

/** Two that stand in each other push themselves apart. */
function makeRoom(game: Game, creature: Creature): void {
  const other = game.creatures.nearest(creature, sizeOf(creature).width * roomOfWidth, () => true);
  if (!other) return;
  const away = creature.position.minus(other.position);
  const turn = Math.random() * 2 * Math.PI;
  const way = Math.hypot(away.x, away.z) > 0.01 ? away : new Vec3(Math.sin(turn), 0, Math.cos(turn));
  creature.velocity.add(new Vec3(way.x, 0, way.z).unit().scaled(shove));
}

function wander(game: Game, creature: Creature): boolean {
  if (creature.walk?.way.length) return true;
  if (Math.random() >= likelihood.wander) return false;
  creature.gaze = null;
  return goAnywhere(game, creature, 1);
}

function look(game: Game, creature: Creature): boolean {
  if (creature.gaze || Math.random() >= likelihood.look) return false;
  const at = nearestPlayer(game, creature, seesWithin, () => true);
  if (at) creature.gaze = { at, until: game.squid.tickCount + between(40, 80) };
  else creature.headYaw = creature.yaw + between(-50, 50);
  return true;
}

/** Its head turns to whom it looks at, or the way that it goes. */
function turn(game: Game, creature: Creature): void {
  const { gaze, walk, yaw } = creature;
  if (gaze && game.squid.tickCount < gaze.until) {
    const to = turnTo(eyesOf(creature), eyesOf(gaze.at));
    [creature.headYaw, creature.pitch] = [to.yaw, to.pitch];
    return;
  }
  creature.gaze = null;
  creature.pitch = 0;
  if (walk?.way.length) creature.headYaw = yaw;
}
