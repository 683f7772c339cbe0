import { Vec3 } from 'vec3';
import { isHive, keptInHive } from '../../creatures/species/hives.ts';
import { isWritable } from '../../../../world-format/nbt-fields.ts';
import { setBlock } from '../../land/building.ts';
import { blockAt, type PlacedBlock, stateWith } from '../../land/block-state.ts';
import { otherHalf } from '../../land/chests.ts';
import { setBlocks } from '../../land/set-blocks.ts';
import { directions } from '../../land/sides.ts';
import { takeOffFire } from '../../nature/campfires.ts';
import { fluidOf, isWaterSource } from '../../land/fluid.ts';
import { itemNamed, itemWith } from '../../players/items.ts';
import { mostTagBytes } from '../../players/stored-items.ts';
import type { Game } from '../../rules/game.ts';
import { worldHeight } from '../../rules/place.ts';
import type { Item, ItemTags } from '../../squid/squid.ts';
import { dropsOf } from './drops.ts';
import { enchantmentOn } from '../enchantments.ts';
import { takeExperience } from '../furnaces.ts';

const nowhere = new Vec3(0, 0, 0);

/**
 * Removes a whole block; its contents fall out, or are kept in its item.
 * @param tool that broke it, if any
 * @param isLeft whether it leaves its drops
 * @returns the half that drops, and the experience in it
 */
export function takeAway(
  game: Game,
  position: Vec3,
  block: PlacedBlock,
  tool: Item | null = null,
  isLeft = true,
): { whole: PlacedBlock; experience: number } {
  const [at, whole] = wholeOf(game, position, block);
  const half = otherHalf(game, position, block);
  const isCut = enchantmentOn(tool, 'silk_touch') > 0;
  const kept = isHive(block) && isCut ? keptInHive(game, position, block) : keptIn(game, position);
  let experience = 0;
  for (const part of at) {
    experience += spill(game, part);
    empty(game, part, isWaterSource(blockAt(game, part)) || (isLeft && !isCut && melts(game, part)));
  }
  if (half) setBlock(game, half.at, stateWith(half.block, { type: 'single' }));
  removePlantAbove(game, position, isLeft);
  if (isLeft || kept) leave(game, position, whole, tool, kept);
  return { whole, experience };
}

/** Whether it is ice that becomes water when it is broken: over something, and not in the Nether. Source: the game's IceBlock (1.16.5) */
function melts(game: Game, at: Vec3): boolean {
  if (blockAt(game, at)?.kind.name !== 'ice' || game.world.dimension === 'nether') return false;
  const below = blockAt(game, at.offset(0, -1, 0));
  return below?.kind.boundingBox === 'block' || fluidOf(below) !== null;
}

/** The places of a block, and the half that drops: doors, beds and tall plants take two. */
export function wholeOf(game: Game, position: Vec3, block: PlacedBlock): [Vec3[], PlacedBlock] {
  const { half, part, facing = '' } = block.properties;
  const otherAt =
    part === undefined
      ? position.offset(0, half === 'upper' ? -1 : half === 'lower' ? 1 : 0, 0)
      : position.plus((directions[facing] ?? nowhere).scaled(part === 'head' ? -1 : 1));
  const other = blockAt(game, otherAt);
  const isPair = !otherAt.equals(position) && other?.kind === block.kind && otherAt.y < worldHeight;
  if (!isPair) return [[position], block];
  return [[position, otherAt], half === 'upper' || part === 'foot' ? other : block];
}

/** @param isLeft whether it leaves its drops */
export function removePlantAbove(game: Game, position: Vec3, isLeft: boolean): void {
  const at = position.offset(0, 1, 0);
  const above = blockAt(game, at);
  if (above?.kind.material !== 'plant' || above.kind.boundingBox !== 'empty') return;
  const [parts, whole] = wholeOf(game, at, above);
  for (const part of parts) empty(game, part);
  if (isLeft) leave(game, at, whole, null);
}

/** Of what stood in water, water stays. */
function empty(game: Game, at: Vec3, isWet = isWaterSource(blockAt(game, at))): void {
  setBlock(game, at, isWet ? (game.squid.registry.blocksByName['water']?.defaultState ?? 0) : 0);
}

/** Items appear somewhere in the middle half of the block. */
function within(): number {
  return 0.25 + Math.random() / 2;
}

/** Sets many blocks, whatever was there: what those hold falls out. */
export function overbuild(game: Game, changes: readonly (readonly [at: Vec3, state: number])[]): void {
  for (const [at] of changes) spill(game, at);
  setBlocks(game, changes);
}

/** What a block holds falls out. @returns the experience that was in it */
export function spill(game: Game, at: Vec3): number {
  const container = game.world.container(at);
  const experience = container?.kind.smelts ? takeExperience(container) : 0;
  for (const item of container?.takeAll() ?? takeOffFire(game, at)) {
    game.groundItems.drop(item, at.offset(within(), within(), within()));
  }
  return experience;
}

/** Takes out what a shulker box keeps when it is broken. Null for any other block, and where it is more than an item can have. */
export function keptIn(game: Game, at: Vec3): ItemTags['value'] | null {
  const box = game.world.container(at);
  if (!box?.kind.isBox || box.isEmpty) return null;
  const { Items } = box.toTags();
  const tags = { BlockEntityTag: { type: 'compound', value: { Items } } };
  if (!isWritable(tags, mostTagBytes)) return null;
  box.takeAll();
  return tags;
}

/** Leaves what the block drops. @param kept further properties of that */
export function leave(
  game: Game,
  at: Vec3,
  block: PlacedBlock,
  tool: Item | null,
  kept: ItemTags['value'] | null = null,
): void {
  const { registry } = game.squid;
  const luck = { isSilk: enchantmentOn(tool, 'silk_touch') > 0, fortune: enchantmentOn(tool, 'fortune') };
  for (const { name, count } of dropsOf(registry, block, tool?.type ?? null, Math.random, luck)) {
    const item = itemNamed(registry, name, count);
    const somewhere = at.offset(within(), within(), within());
    if (item) game.groundItems.drop(kept ? itemWith(item, kept) : item, somewhere);
  }
}
