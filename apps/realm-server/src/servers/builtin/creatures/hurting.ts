import { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { fluidOf } from '../land/fluid.ts';
import { heldItem, itemNamed } from '../players/items.ts';
import type { Game } from '../rules/game.ts';
import { fullAir } from '../survival/body.ts';
import { enchantmentOn } from '../survival/enchantments.ts';
import { learn } from '../survival/experience.ts';
import { smelting } from '../survival/smelting.ts';
import { type Being, between, colours, type Creature, eyesOf, isBaby, isSaddled } from './creature.ts';
import { armourOf, horses, traitsOf } from './species/horse-traits.ts';
import { cubes } from './kinds.ts';
import { packedSpeed, showMetadata, showStatus } from './showing.ts';

const tameWolf = 20;
/** For half a second only what hurts more counts, and only by how much more. */
const shieldTicks = 10;
const hurtStatus = 2;
const crystalPower = 6;
const safeFall = 3;
/** What a creature feels of its surroundings in half a second. */
export const feelTicks = 10;
const harm = { lava: 4, touch: 1, burning: 1, wall: 1, drowning: 2 };
const burnTicks = { fire: 160, lava: 300 };
const drowningAt = -20;
/** Blocks a tick. */
const push = { across: 0.4, up: 0.36 };
/** What does not fall hard. */
const light = new Set([
  'chicken',
  'bat',
  'bee',
  'parrot',
  'blaze',
  'ghast',
  'phantom',
  'vex',
  'iron_golem',
  'snow_golem',
]);
/** So far others of a pack hear of a fight. */
const heardWithin: Record<string, number | undefined> = { wolf: 16, bee: 16, zombified_piglin: 32 };
/** Of horses. */
const armourPoints: Record<string, number | undefined> = { leather: 3, iron: 5, golden: 7, diamond: 11 };
const unburnt = new Set(['blaze', 'ghast', 'strider', 'magma_cube', 'zombified_piglin', 'wither_skeleton', 'zoglin']);
const gilled = new Set([
  'squid',
  'cod',
  'salmon',
  'pufferfish',
  'tropical_fish',
  'guardian',
  'elder_guardian',
  'turtle',
]);
export const undead = /zombie|skeleton|drowned|husk|stray|phantom|iron_golem/;

/** Heals a creature, up to what its kind, or it itself, can have. */
export function healCreature(creature: Creature, by: number): void {
  creature.health = Math.max(creature.health, Math.min(mostHealth(creature), creature.health + by));
}

export function mostHealth(creature: Creature): number {
  if (horses.has(creature.name)) return traitsOf(creature).health;
  return creature.name === 'wolf' && creature.owner !== null ? tameWolf : creature.kind.health;
}

/** Hurts a creature. @param by who did it @returns whether it did */
export function hurtCreature(game: Game, creature: Creature, dealt: number, by: Being | null = null): boolean {
  const amount = by ? behindArmour(game, creature, dealt) : dealt;
  const { tickCount } = game.squid;
  if (creature.deadTicks !== null) return false;
  if (creature.name === 'end_crystal') {
    game.creatures.remove(creature);
    game.explosions.explode({ at: creature.position.clone(), power: crystalPower, leaves: 'some', by });
    return true;
  }
  const isShielded = tickCount < creature.shieldedUntil;
  const counts = isShielded ? amount - creature.lastDamage : amount;
  if (counts <= 0) return false;
  if (!isShielded) creature.shieldedUntil = tickCount + shieldTicks;
  creature.lastDamage = amount;
  creature.health -= counts;
  creature.hurtAt = tickCount;
  if (by) resent(game, creature, by);
  if (creature.health > 0) showStatus(creature, hurtStatus);
  else {
    // Its death and its drops are saved as one.
    game.creatures.die(creature);
    leave(game, creature, by);
  }
  return true;
}

/** What the armour of a horse leaves of the damage of a hit. */
function behindArmour(game: Game, creature: Creature, damage: number): number {
  const [material = ''] = armourOf(game.squid.registry, creature)?.name.split('_') ?? [];
  const points = armourPoints[material] ?? 0;
  return damage * (1 - Math.max(points / 5, points - damage / 2) / 25);
}

/** Knocks the target back; players' clients move themselves. @param times relative to an ordinary hit */
export function pushBack(target: Being, from: Vec3, times = 1): void {
  const [x, z] = [target.position.x - from.x, target.position.z - from.z];
  const length = Math.hypot(x, z) || 1;
  const speed = new Vec3(x, 0, z).scaled((push.across * times) / length).offset(0, push.up, 0);
  if (target.type === 'mob') target.velocity = speed;
  else target._client.write('entity_velocity', { entityId: target.id, velocity: packedSpeed(speed) });
}

/** Lands after a fall. @returns the damage */
export function land(game: Game, creature: Creature): number {
  const { name, fallen } = creature;
  const damage = light.has(name) ? 0 : Math.ceil(fallen * (horses.has(name) ? 0.5 : 1) - safeFall);
  creature.fallen = 0;
  if (damage > 0) hurtCreature(game, creature, damage);
  return damage;
}

/** Half a second of breathing, burning, and touching what hurts. Source: the game's LivingEntity (1.16.5) */
export function feel(game: Game, creature: Creature): void {
  const feet = blockAt(game, creature.position);
  const head = blockAt(game, eyesOf(creature));
  const name = feet?.kind.name ?? '';
  const fluid = fluidOf(feet);
  const canBurn = !unburnt.has(creature.name);
  if (fluid?.kind === 'water') setBurning(creature, 0);
  else if (canBurn && fluid) burn(game, creature, burnTicks.lava, harm.lava);
  else if (canBurn && /^(soul_)?fire$/.test(name)) burn(game, creature, burnTicks.fire, harm.touch);
  if (name === 'cactus') hurtCreature(game, creature, harm.touch);
  if (head?.kind.boundingBox === 'block' && !head.kind.transparent) hurtCreature(game, creature, harm.wall);
  const isUnderWater = fluidOf(head)?.kind === 'water' && !gilled.has(creature.name) && !undead.test(creature.name);
  creature.air = isUnderWater ? creature.air - feelTicks : fullAir;
  if (creature.air <= drowningAt) {
    creature.air = 0;
    hurtCreature(game, creature, harm.drowning);
  }
  if (creature.fireTicks === 0) return;
  if (Math.floor(creature.fireTicks / feelTicks) % 2 === 0) hurtCreature(game, creature, harm.burning);
  setBurning(creature, Math.max(0, creature.fireTicks - feelTicks));
}

/** Sets it on fire for that long. */
export function setBurning(creature: Creature, ticks: number): void {
  if (ticks > 0 && unburnt.has(creature.name)) return;
  const hasChanged = ticks > 0 !== creature.fireTicks > 0;
  creature.fireTicks = ticks;
  if (hasChanged) showMetadata(creature);
}

function burn(game: Game, creature: Creature, ticks: number, damage: number): void {
  setBurning(creature, Math.max(ticks, creature.fireTicks));
  hurtCreature(game, creature, damage);
}

/** Drops a dead creature's loot, and its experience for the player who killed it. */
function leave(game: Game, creature: Creature, by: Being | null): void {
  const { kind, position } = creature;
  const { registry } = game.squid;
  if (cubes.has(kind.name)) split(game, creature);
  if (kind.name === 'ender_dragon') game.dragonFight.won(game, by);
  for (const item of [armourOf(registry, creature), isSaddled(creature) ? itemNamed(registry, 'saddle') : null])
    if (item) game.groundItems.drop(item, position.offset(0, 0.3, 0));
  if (isBaby(creature)) return;
  if (by?.type === 'player') learn(by, between(...kind.experience));
  if (!game.rules.isOn('doMobLoot')) return;
  const wool = kind.name === 'sheep' && creature.data.Sheared === 0 ? colours[creature.data.Color] : undefined;
  const loot = { ...kind.loot, ...(wool && { [`${wool}_wool`]: [1, 1] as const }) };
  const looting = by?.type === 'player' ? enchantmentOn(heldItem(by), 'looting') : 0;
  for (const [name, [least, most]] of Object.entries(loot)) {
    const raw = itemNamed(registry, name);
    const cooked = raw && creature.fireTicks > 0 ? smelting({ name: 'furnace' }, raw) : null;
    const item = itemNamed(registry, cooked?.result ?? name, between(least, most + looting));
    if (item) game.groundItems.drop(item, position.offset(0, 0.3, 0));
  }
}

/** Of a slime that dies several small ones are left, of the smallest a ball; magma cubes but the smallest may leave cream. */
function split(game: Game, { kind, position, data }: Creature): void {
  const Size = (data.Size + 1) / 2 - 1;
  for (let n = between(2, 4); n > 0 && data.Size > 0; n -= 1) {
    const at = position.offset(Math.random() - 0.5, 0.5, Math.random() - 0.5);
    game.creatures.add(kind, at, { data: { ...data, Size }, health: (Size + 1) ** 2 });
  }
  const isSlime = kind.name === 'slime';
  const count = isSlime ? between(0, 2) : between(-2, 1);
  const left =
    isSlime === (data.Size === 0) && itemNamed(game.squid.registry, isSlime ? 'slime_ball' : 'magma_cream', count);
  if (left && game.rules.isOn('doMobLoot')) game.groundItems.drop(left, position);
}

/** Reacts to being hurt: those that can fight attack, and wolves and zombified piglins call others. */
function resent(game: Game, creature: Creature, by: Being): void {
  const isBuilt = by.type === 'player' && creature.fields['PlayerCreated'] !== undefined;
  if (creature.kind.damage === 0 || isBuilt || (by.type === 'player' && by.uuid === creature.owner)) return;
  creature.prey = by;
  const within = heardWithin[creature.name];
  if (within === undefined || creature.owner !== null) return;
  for (const other of game.creatures.living()) {
    const isOfPack = other.name === creature.name && other.owner === null && other.prey === null;
    if (isOfPack && other.position.distanceTo(creature.position) <= within) other.prey = by;
  }
}
