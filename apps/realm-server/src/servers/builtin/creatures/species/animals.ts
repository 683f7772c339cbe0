import { blockAt } from '../../land/block-state.ts';
import { setBlock } from '../../land/building.ts';
import { heldItem, itemNamed } from '../../players/items.ts';
import type { Game } from '../../rules/game.ts';
import { isOpenGround } from '../../rules/place.ts';
import type { Player } from '../../squid/squid.ts';
import { attack } from '../attacking.ts';
import { between, type Creature, isBaby } from '../creature.ts';
import { goAnywhere, type Goal, nearestPlayer, thinkTicks } from '../goal.ts';
import { foalOf, horses } from './horse-traits.ts';
import { bear } from './horses.ts';
import { kindsOf } from '../kinds.ts';
import { showMetadata, showStatus } from '../showing.ts';

const panicTicks = 60;
const hastes = { panic: 1.5, food: 1.25, parent: 1.1 };
const sees = { food: 10, parent: 8, partner: 8 };
const near = { food: 2.5, parent: 3, partner: 2, owner: 4 };
/** Blocks from its owner at which it follows, and at which it teleports to them. */
const misses = { after: 10, beside: 14 };
export const ages = { baby: -24_000, parent: 6000 };
const eggTicks = { least: 6000, most: 12_000 };
/** Of a thought, of a sheep on grass. */
const woolLikelihood = thinkTicks / 1000;
/** entity_status of protocol 754. */
const eats = 10;

/** What animals do for more of their kind, and for what they eat. */
export const raising: readonly Goal[] = [mate, beTempted, followParent];
/** What an animal does, first things first. */
export const tending: readonly Goal[] = [yieldGoods, bear, sit, attack, panic, ...raising, followOwner];

function sit(_: Game, creature: Creature): boolean {
  if (creature.data.Sitting === 0) return false;
  creature.walk = null;
  return true;
}

function panic(game: Game, creature: Creature): boolean {
  const isHurt = game.squid.tickCount - creature.hurtAt < panicTicks || creature.fireTicks > 0;
  if (isHurt && !creature.walk?.way.length) goAnywhere(game, creature, hastes.panic);
  return isHurt;
}

/** Two of a kind that are in love meet and have young. */
function mate(game: Game, creature: Creature): boolean {
  const { creatures } = game;
  if (creature.data.InLove === 0) return false;
  const isHorse = horses.has(creature.name);
  const isLover = ({ kind, name, data }: Creature): boolean =>
    data.InLove > 0 && (kind === creature.kind || (isHorse && horses.has(name)));
  const partner = creatures.nearest(creature, sees.partner, isLover);
  if (!partner) return false;
  if (partner.position.distanceTo(creature.position) > near.partner) return creatures.walk(creature, partner.position);
  const { Color } = Math.random() < 0.5 ? creature.data : partner.data;
  const data = { ...creature.data, Color, InLove: 0, Sheared: 0, Saddle: 0, HasNectar: 0, HasStung: 0 };
  const own = isHorse ? foalOf(creature, partner) : { owner: creature.owner, data };
  const kind = partner.kind === creature.kind ? creature.kind : kindsOf(game.squid.registry).get('mule');
  const child = kind && creatures.add(kind, creature.position.clone(), { age: ages.baby, ...own });
  for (const parent of [creature, partner]) {
    parent.data.InLove = 0;
    parent.age = ages.parent;
    creatures.touch(parent);
  }
  const teaches = child && nearestPlayer(game, creature, sees.partner, () => true);
  teaches?.setXp(teaches.xp + between(1, 7));
  return true;
}

function beTempted(game: Game, creature: Creature): boolean {
  const { food } = creature.kind;
  const holdsFood = (player: Player): boolean => food?.test(heldItem(player)?.name ?? '') === true;
  const player = creature.name === 'wolf' ? null : nearestPlayer(game, creature, sees.food, holdsFood);
  if (!player) return false;
  creature.gaze = { at: player, until: game.squid.tickCount + thinkTicks };
  if (player.position.distanceTo(creature.position) <= near.food) creature.walk = null;
  else game.creatures.walk(creature, player.position, hastes.food);
  return true;
}

function followParent(game: Game, creature: Creature): boolean {
  if (!isBaby(creature)) return false;
  const isGrown = (other: Creature): boolean => other.kind === creature.kind && !isBaby(other);
  const parent = game.creatures.nearest(creature, sees.parent, isGrown);
  if (!parent || parent.position.distanceTo(creature.position) < near.parent) return false;
  return game.creatures.walk(creature, parent.position, hastes.parent);
}

function followOwner(game: Game, creature: Creature): boolean {
  const owner =
    creature.owner === null || horses.has(creature.name) ? undefined : game.squid.uuidToPlayer[creature.owner];
  const far = owner?.position.distanceTo(creature.position) ?? 0;
  if (!owner || owner.world !== game.world || far < (creature.walk ? near.owner : misses.after)) return false;
  if (far < misses.beside) return game.creatures.walk(creature, owner.position);
  if (owner.onGround && game.world.isSeen(owner.position)) game.creatures.put(creature, owner.position.clone());
  return true;
}

/** Chickens lay eggs; shorn sheep eat grass, by which their wool grows again. */
function yieldGoods(game: Game, creature: Creature): boolean {
  if (creature.name === 'chicken') layEggs(game, creature);
  if (creature.name === 'sheep') growWool(game, creature);
  return false;
}

function layEggs(game: Game, creature: Creature): void {
  const { data } = creature;
  if (isBaby(creature)) return;
  if (data.EggLayTime === 0) data.EggLayTime = between(eggTicks.least, eggTicks.most);
  data.EggLayTime = Math.max(0, data.EggLayTime - thinkTicks);
  const egg = data.EggLayTime === 0 && itemNamed(game.squid.registry, 'egg');
  if (!egg) return;
  game.groundItems.drop(egg, creature.position);
  game.creatures.touch(creature);
}

function growWool(game: Game, creature: Creature): void {
  if (creature.data.Sheared === 0 || Math.random() >= woolLikelihood) return;
  const at = creature.position.offset(0, -0.5, 0).floored();
  if (blockAt(game, at)?.kind.name !== 'grass_block') return;
  const dirt = game.squid.registry.blocksByName['dirt'];
  const mayEat = game.settings.mobGriefing && game.rules.isOn('mobGriefing') && isOpenGround(game, at);
  if (mayEat && dirt) setBlock(game, at, dirt.defaultState);
  showStatus(creature, eats);
  creature.data.Sheared = 0;
  game.creatures.touch(creature);
  showMetadata(creature);
}
