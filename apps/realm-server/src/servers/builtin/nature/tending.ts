import type { Vec3 } from 'vec3';
import { blockAt, placedBlock, stateWith } from '../land/block-state.ts';
import { isSomebodyIn, mayBuild, refuse, setBlock } from '../land/building.ts';
import { sideNames } from '../land/sides.ts';
import type { Click } from '../players/click.ts';
import { itemNamed, useUp } from '../players/items.ts';
import { type Game, gameModeOf } from '../rules/game.ts';
import { buildRefusal } from '../rules/place.ts';
import { wearHeld } from '../survival/digging/durability.ts';
import type { Item, Player } from '../squid/squid.ts';
import { yields } from './falling.ts';
import { fireAt } from './fire.ts';
import { fertilise } from './growth.ts';
import { canStand, isPlant } from './plants.ts';

/** A click with an item. */
interface Tending extends Click {
  item: Item;
}

/** What items are planted as that are called otherwise. */
const sown: Record<string, string> = {
  wheat_seeds: 'wheat',
  carrot: 'carrots',
  potato: 'potatoes',
  beetroot_seeds: 'beetroots',
  melon_seeds: 'melon_stem',
  pumpkin_seeds: 'pumpkin_stem',
  sweet_berries: 'sweet_berry_bush',
  cocoa_beans: 'cocoa',
};
/** What counts as planting a seed. */
const seeds = /^(wheat|(pumpkin|melon)_stem|beetroots|nether_wart)$/;
const wood = /^((oak|spruce|birch|jungle|acacia|dark_oak)_(log|wood)|(crimson|warped)_(stem|hyphae))$/;
/** What tools make of blocks. */
const worked: readonly (readonly [tool: RegExp, block: RegExp, to: string])[] = [
  [/_hoe$/, /^(grass_block|dirt|grass_path)$/, 'farmland'],
  [/_hoe$/, /^coarse_dirt$/, 'dirt'],
  [/_shovel$/, /^grass_block$/, 'grass_path'],
  [/_axe$/, wood, 'stripped_$&'],
];
/** Packet world_event of protocol 754: the sparks of bone meal. */
const grown = 2005;
const flowers = ['grass', 'grass', 'grass', 'grass', 'grass', 'grass', 'dandelion', 'poppy'];
const flowerTries = 40;

/** Packet block_place with a hoe, seeds, a sapling, bone meal, or something that makes fire. @returns false for any other item */
export function tend(click: Click): boolean {
  const { item } = click;
  if (item?.name !== 'bone_meal' && pickBerries(click)) return true;
  return item !== null && [work, carve, plant, feed, light].some((use) => use({ ...click, item }));
}

function work({ game, player, at, block, side, item }: Tending): boolean {
  const found = worked.find(([tool, from]) => tool.test(item.name) && from.test(block.kind.name));
  const isLit = block.kind.name.endsWith('campfire') && block.properties['lit'] === 'true';
  const name = found && block.kind.name.replace(found[1], found[2]);
  const kind = game.squid.registry.blocksByName[name ?? ''];
  const isOpen = game.world.blockStateAt(at.offset(0, 1, 0)) === 0 && side !== 0;
  if (isLit && item.name.endsWith('_shovel')) return change(game, player, at, stateWith(block, { lit: 'false' }));
  if (!kind || (found?.[0].source !== '_axe$' && !isOpen)) return false;
  const fresh = { kind, properties: { ...block.properties, moisture: '0', snowy: 'false' } };
  return change(game, player, at, stateWith(fresh, {}));
}

/** Shears make a face of a pumpkin, on the side that is clicked, and take out its seeds. */
function carve({ game, player, at, block, side, item }: Tending): boolean {
  const { registry } = game.squid;
  const carved = registry.blocksByName['carved_pumpkin'];
  if (item.name !== 'shears' || block.kind.name !== 'pumpkin' || !carved) return false;
  const facing = side > 1 ? (sideNames[side] ?? 'north') : 'north';
  const seeds = itemNamed(registry, 'pumpkin_seeds', 4);
  change(game, player, at, stateWith({ kind: carved, properties: { facing } }, {}));
  if (seeds && blockAt(game, at)?.kind === carved) game.groundItems.drop(seeds, at.offset(0.5, 0.5, 0.5));
  return true;
}

/** Sets the block, where the player may, and wears what they hold. */
function change(game: Game, player: Player, at: Vec3, state: number): true {
  if (!mayBuild(game, player, at)) refuse(game, player, at);
  else {
    setBlock(game, at, state);
    wearHeld(game, player);
  }
  return true;
}

function plant({ game, player, at: clicked, block, side, beside, item }: Tending): boolean {
  const name = sown[item.name] ?? item.name;
  const kind = game.squid.registry.blocksByName[name];
  const isLeaf = name.endsWith('_leaves');
  if (!kind || !(isPlant(name) || isLeaf)) return false;
  const at = /^(grass|fern|dead_bush|snow|water)$/.test(block.kind.name) ? clicked : beside;
  const there = blockAt(game, at);
  const changes = { facing: sideNames[side ^ 1] ?? '', persistent: 'true' };
  const placed = {
    kind,
    properties: { ...placedBlock(game.squid.registry, kind.defaultState)?.properties, ...changes },
  };
  const isFree = isLeaf
    ? there?.kind.boundingBox === 'empty' && !isSomebodyIn(game, at)
    : yields(there) || there?.kind.name === 'dead_bush';
  const isGround = isLeaf || (canStand(game, at, placed) && (name !== 'cocoa' || side > 1));
  if (!isGround && item.name in sown) return false;
  // Wheat is a block as well, which seeds become.
  if (item.name === 'wheat' || !isFree || !isGround || !mayBuild(game, player, at)) refuse(game, player, at);
  else {
    setBlock(game, at, stateWith(placed, {}));
    useUp(player);
    if (seeds.test(name)) game.advancements.earn(player, 'husbandry/plant_seed', name);
  }
  return true;
}

function feed({ game, player, at, block, item }: Tending): boolean {
  if (item.name !== 'bone_meal') return false;
  if (!mayBuild(game, player, at)) return true;
  const isFed = block.kind.name === 'grass_block' ? flourish(game, player, at) : fertilise(game, at, block);
  if (!isFed) return true;
  useUp(player);
  const sparks = { effectId: grown, location: at, data: 0, global: false };
  player._client.write('world_event', sparks);
  player._writeOthersNearby('world_event', sparks);
  return true;
}

/** Up to four blocks away, mostly fewer. */
function near(): number {
  return Math.round((Math.random() + Math.random() - 1) * 4);
}

/** Grass and flowers grow around a block of grass. */
function flourish(game: Game, player: Player, at: Vec3): boolean {
  if (game.world.blockStateAt(at.offset(0, 1, 0)) !== 0) return false;
  const builder = { gameMode: gameModeOf(player), hasPowers: game.access.hasPowers(player.account) };
  for (let n = 0; n < flowerTries; n += 1) {
    const to = at.offset(near(), 1 + Math.round(near() / 4), near());
    const ground = blockAt(game, to.offset(0, -1, 0))?.kind.name;
    const kind = game.squid.registry.blocksByName[flowers[n % flowers.length] ?? ''];
    if (ground !== 'grass_block' || to.y > 255 || game.world.blockStateAt(to) !== 0 || !kind) continue;
    if (buildRefusal(game, to, builder) === null) setBlock(game, to, kind.defaultState);
  }
  return true;
}

/** Flint and steel, and fire charges: light the clicked block, or a fire next to it. */
function light({ game, player, at, block, beside, item }: Tending): boolean {
  if (item.name !== 'flint_and_steel' && item.name !== 'fire_charge') return false;
  const isCampfire =
    block.properties['lit'] === 'false' &&
    block.properties['waterlogged'] === 'false' &&
    block.kind.name.endsWith('campfire');
  const place = isCampfire ? at : beside;
  const isAir = game.world.blockStateAt(place) === 0;
  const state = isCampfire ? stateWith(block, { lit: 'true' }) : isAir ? fireAt(game, place) : null;
  if (state === null || !mayBuild(game, player, place)) return false;
  setBlock(game, place, state);
  if (item.name === 'fire_charge') useUp(player);
  else wearHeld(game, player);
  return true;
}

function pickBerries({ game, player, at, block }: Click): boolean {
  const age = Number(block.properties['age']);
  if (block.kind.name !== 'sweet_berry_bush' || age < 2) return false;
  const berries = itemNamed(game.squid.registry, 'sweet_berries', age - 1 + Math.floor(Math.random() * 2));
  if (!berries || !mayBuild(game, player, at)) return true;
  setBlock(game, at, stateWith(block, { age: '1' }));
  game.groundItems.drop(berries, at.offset(0.5, 0.5, 0.5));
  return true;
}
