import type { Vec3 } from 'vec3';
import { byte, compound, string } from '../../../../world-format/nbt-tags.ts';
import { blockAt } from '../../land/block-state.ts';
import { fluidOf } from '../../land/fluid.ts';
import { heldItem, useUp } from '../../players/items.ts';
import type { Game } from '../../rules/game.ts';
import type { Player } from '../../squid/squid.ts';
import { causes, hurt } from '../../survival/damage.ts';
import { type Creature, isBaby, isSaddled, sizeOf } from '../creature.ts';
import { thinkTicks } from '../goal.ts';
import { horses } from './horse-traits.ts';
import { healCreature, land, mostHealth } from '../hurting.ts';
import { floorUnder } from '../movement.ts';
import { showMetadata, showStatus, sound } from '../showing.ts';

/** What food gives a horse: health, ticks of growth, temper, and whether it falls in love. Source: the game's AbstractHorse (1.16.5) */
const meals: Record<string, { health: number; growth: number; temper: number; loves?: true } | undefined> = {
  sugar: { health: 1, growth: 600, temper: 3 },
  wheat: { health: 2, growth: 400, temper: 3 },
  apple: { health: 3, growth: 1200, temper: 3 },
  golden_carrot: { health: 4, growth: 1200, temper: 5, loves: true },
  golden_apple: { health: 10, growth: 4800, temper: 10, loves: true },
  enchanted_golden_apple: { health: 10, growth: 4800, temper: 10, loves: true },
  hay_block: { health: 20, growth: 3600, temper: 0 },
};
/** Of a thought, to throw a rider off or be tamed by it, and to heal. */
const likelihood = { struggle: thinkTicks / 50, heal: thinkTicks / 900 };
const patience = { most: 100, ofRide: 5 };
const loveTicks = 600;
/** From the middle of its height to the rider's feet. */
const seats = { height: 0.75, feet: -0.35, chested: -0.25 };
/** entity_status of protocol 754. */
const status = { untamed: 6, tame: 7, love: 18 };

/** A ridden creature goes where its rider steers; an untamed one throws its rider off before long. */
export function bear(game: Game, creature: Creature): boolean {
  const { name, data } = creature;
  const isHorse = horses.has(name);
  if (isHorse && Math.random() < likelihood.heal) healCreature(creature, 1);
  const [rider] = game.riding.ridersOf(creature.id);
  if (!rider) return false;
  if (!isHorse || data.Tame === 1 || Math.random() >= likelihood.struggle) return true;
  const isTamed = Math.random() * patience.most < data.Temper;
  if (isTamed) {
    data.Tame = 1;
    creature.owner = rider.uuid;
    showMetadata(creature);
  } else {
    data.Temper = Math.min(patience.most, data.Temper + patience.ofRide);
    game.riding.dismount(rider);
    sound(creature, `${name}.angry`);
  }
  showStatus(creature, isTamed ? status.tame : status.untamed);
  game.creatures.touch(creature);
  return true;
}

/** A player uses the item in their hand on a creature that can be ridden. @returns false for any other, and if the item has no such use */
export function tendMount(game: Game, player: Player, creature: Creature): boolean {
  const { name, data } = creature;
  const isHorse = horses.has(name);
  if (!isHorse && name !== 'pig') return false;
  const item = heldItem(player)?.name ?? '';
  if (isHorse && feed(player, creature, item)) return true;
  const isSaddleable = !isBaby(creature) && !isSaddled(creature) && (!isHorse || data.Tame === 1);
  if (item === 'saddle' && isSaddleable) {
    useUp(player);
    if (isHorse) creature.fields = { ...creature.fields, SaddleItem: saddle };
    else data.Saddle = 1;
    sound(creature, `${isHorse ? 'horse' : name}.saddle`);
    return true;
  }
  if (isBaby(creature) || (!isHorse && (!isSaddled(creature) || creature.kind.food?.test(item)))) return false;
  const { width, height } = sizeOf(creature);
  const seat = height * seats.height + seats.feet + (isHorse && name !== 'horse' ? seats.chested : 0);
  creature.walk = null;
  return game.riding.mount(player, {
    body: creature,
    width,
    seat,
    seats: 1,
    drive: (_, to, yaw) => go(game, creature, to, yaw),
  });
}

const saddle = compound({ id: string('minecraft:saddle'), Count: byte(1) });

/** @returns whether it eats that now */
function feed(player: Player, creature: Creature, item: string): boolean {
  const meal = meals[item];
  const { data } = creature;
  const isTame = data.Tame === 1;
  if (!meal) return false;
  const mayLove = meal.loves && isTame && creature.name !== 'mule' && creature.age === 0 && data.InLove === 0;
  const isHurt = creature.health < mostHealth(creature);
  const learns = !isTame && meal.temper > 0 && data.Temper < patience.most;
  if (!mayLove && !isHurt && !learns && !isBaby(creature)) return false;
  useUp(player);
  healCreature(creature, meal.health);
  if (isBaby(creature)) creature.age = Math.min(0, creature.age + meal.growth);
  if (learns) data.Temper = Math.min(patience.most, data.Temper + meal.temper);
  if (mayLove) {
    data.InLove = loveTicks;
    showStatus(creature, status.love);
  }
  return true;
}

/** Its rider's client has moved it. Both are hurt by a fall. */
function go(game: Game, creature: Creature, to: Vec3, yaw: number): void {
  const isInFluid = fluidOf(blockAt(game, to)) !== null;
  creature.fallen = isInFluid ? 0 : Math.max(0, creature.fallen + creature.position.y - to.y);
  creature.position = to;
  creature.velocity.set(0, 0, 0);
  [creature.yaw, creature.headYaw] = [yaw, yaw];
  creature.onGround = to.y - floorUnder(game, to, sizeOf(creature), 0) < 0.1;
  if (!creature.onGround || creature.fallen === 0) return;
  const riders = game.riding.ridersOf(creature.id);
  const damage = land(game, creature);
  for (const rider of riders) if (damage > 0) hurt(game, rider, damage, causes.fall);
}
