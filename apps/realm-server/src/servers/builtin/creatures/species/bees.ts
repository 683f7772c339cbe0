import { Vec3 } from 'vec3';
import { numbersOf } from '../../../../world-format/nbt-fields.ts';
import { blockAt } from '../../land/block-state.ts';
import { solidHeight } from '../../land/solid-height.ts';
import { age } from '../../nature/growth.ts';
import type { Game } from '../../rules/game.ts';
import { effectIds, putUnder } from '../../survival/potions/effects.ts';
import { raising } from './animals.ts';
import { attack } from '../attacking.ts';
import { between, type Creature } from '../creature.ts';
import { type Goal, thinkTicks } from '../goal.ts';
import { enterHive, isBeeWeather, isHive, placeTag } from './hives.ts';
import { hurtCreature } from '../hurting.ts';
import { showMetadata, sound } from '../showing.ts';

/** In ticks. */
const pollination = 400;
const gaveUpAfter = 1200;
const angerTicks = [400, 780] as const;
/** How long a bee lives on average after it has stung. */
const stungTicks = 1200;
/** Of poison, by difficulty. */
const poisonTicks = [0, 0, 200, 360];
/** Blocks. */
const flowersWithin = 5;
const hivesWithin = 12;
const hivesAbove = 4;
const flits = { across: 6, above: 3, down: 12 };
const near = { hive: 2, flower: 1.3 };
/** Of a thought: to look for a flower, to fly about, and of one with nectar to feed the crop below it. */
const likelihood = { flower: 0.1, crop: thinkTicks / 60, flit: 0.15 };
const looksPerThought = 12;
const columnsPerThought = 10;
const crops = /^(wheat|carrots|potatoes|beetroots|(melon|pumpkin)_stem|sweet_berry_bush)$/;

/** Which flower each is at, and for how long it has been on its way and there. */
const visits = new WeakMap<Creature, { flower: Vec3; ticks: number; there: number }>();

/** What a bee does, first things first. Source: the game's Bee (1.16.5), simplified */
export const buzzing: readonly Goal[] = [fade, sting, ...raising, ripen, goHome, pollinate, flit];

function fade(game: Game, bee: Creature): boolean {
  if (bee.data.HasStung === 1 && Math.random() < thinkTicks / stungTicks) hurtCreature(game, bee, bee.health);
  return false;
}

/** It stings whom it is angry with once, or calms down. */
function sting(game: Game, bee: Creature): boolean {
  const { data, prey } = bee;
  if (!prey || data.HasStung === 1) {
    bee.prey = null;
    data.AngerTime = 0;
    return false;
  }
  if (data.AngerTime === 0) {
    data.AngerTime = between(...angerTicks);
    showMetadata(bee);
  } else data.AngerTime = Math.max(1, data.AngerTime - thinkTicks);
  const { health } = prey;
  if (data.AngerTime > 1 && attack(game, bee) && prey.health >= health) return true;
  if (prey.health < health) {
    data.HasStung = 1;
    sound(bee, 'bee.sting');
    const ticksLeft = poisonTicks[game.squid.difficulty] ?? 0;
    const poison = { amplifier: 0, ticksLeft, showsParticles: true };
    if (prey.type === 'player' && ticksLeft > 0) putUnder(prey, effectIds.poison, poison);
  }
  bee.prey = null;
  data.AngerTime = 0;
  showMetadata(bee);
  return false;
}

/** A bee with nectar makes crops below it grow faster. */
function ripen(game: Game, { data, position }: Creature): boolean {
  if (data.HasNectar === 0 || Math.random() >= likelihood.crop) return false;
  for (const down of [1, 2]) {
    const at = position.offset(0, -down, 0).floored();
    const block = blockAt(game, at);
    if (block && crops.test(block.kind.name)) age(game, at, block);
  }
  return false;
}

/** With nectar, at night and in the rain it flies to its hive, and into it. */
function goHome(game: Game, bee: Creature): boolean {
  if (bee.data.HasStung === 1 || (bee.data.HasNectar === 0 && isBeeWeather(game))) return false;
  const hive = hiveOf(game, bee);
  if (!hive) return false;
  const middle = hive.offset(0.5, 0.3, 0.5);
  if (bee.position.distanceTo(middle) > near.hive) return game.creatures.walk(bee, middle);
  // A full one is left for another.
  if (!enterHive(game, bee, hive)) delete bee.fields['HivePos'];
  return true;
}

/** The hive that it remembers, or finds; null for none. */
function hiveOf(game: Game, bee: Creature): Vec3 | null {
  const stored = numbersOf({ value: bee.fields['HivePos']?.value }, ['X', 'Y', 'Z']);
  const [x = 0, y = 0, z = 0] = stored ?? [];
  const known = new Vec3(x, y, z);
  if (stored && game.world.isSeen(known) && isHive(blockAt(game, known))) return known;
  for (let n = 0; n < columnsPerThought; n += 1) {
    const column = bee.position.offset(upTo(hivesWithin), -hivesAbove, upTo(hivesWithin)).floored();
    for (let up = 0; up <= hivesAbove * 2 && game.world.isSeen(column); up += 1) {
      const at = column.offset(0, up, 0);
      if (!isHive(blockAt(game, at))) continue;
      bee.fields = { ...bee.fields, HivePos: placeTag(at) };
      return at;
    }
  }
  return null;
}

function pollinate(game: Game, bee: Creature): boolean {
  const { data } = bee;
  if (data.HasNectar === 1 || data.HasStung === 1 || !isBeeWeather(game)) return false;
  const flower = Math.random() < likelihood.flower ? flowerNear(game, bee) : null;
  const visit = visits.get(bee) ?? (flower && { flower, ticks: 0, there: 0 });
  if (!visit) return false;
  visits.set(bee, visit);
  const above = visit.flower.offset(0.5, 0.6, 0.5);
  visit.ticks += thinkTicks;
  if (!isFlower(game, bee, visit.flower) || visit.ticks > gaveUpAfter) visits.delete(bee);
  else if (bee.position.distanceTo(above) > near.flower) game.creatures.walk(bee, above);
  else visit.there += thinkTicks;
  if (visit.there < pollination) return true;
  visits.delete(bee);
  data.HasNectar = 1;
  bee.fields = { ...bee.fields, FlowerPos: placeTag(visit.flower) };
  game.creatures.touch(bee);
  showMetadata(bee);
  return true;
}

/** Looks at some places around by chance. */
function flowerNear(game: Game, bee: Creature): Vec3 | null {
  for (let n = 0; n < looksPerThought; n += 1) {
    const at = bee.position.offset(upTo(flowersWithin), between(-3, 2), upTo(flowersWithin)).floored();
    if (game.world.isSeen(at) && isFlower(game, bee, at)) return at;
  }
  return null;
}

/** It flies about, and not high. */
function flit(game: Game, bee: Creature): boolean {
  if (bee.walk?.way.length) return true;
  if (Math.random() >= likelihood.flit) return false;
  const to = bee.position.offset(upTo(flits.across), 0, upTo(flits.across));
  if (!game.world.isSeen(to)) return false;
  for (let n = 0; n < flits.down && solidHeight(blockAt(game, to.offset(0, -1, 0))) === 0; n += 1) to.y -= 1;
  return game.creatures.walk(bee, to.offset(0, between(0, flits.above), 0));
}

/** So far to one side or the other, by chance. */
function upTo(most: number): number {
  return between(-most, most);
}

function isFlower(game: Game, { kind }: Creature, at: Vec3): boolean {
  return kind.food?.test(blockAt(game, at)?.kind.name ?? '') === true;
}
