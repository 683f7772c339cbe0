import { Vec3 } from 'vec3';
import { isWritable } from '../../../world-format/nbt-fields.ts';
import { isCreative, mayBuild, setBlock } from '../land/building.ts';
import { positionNear } from '../players/near.ts';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { otherHalf } from '../land/chests.ts';
import { directions } from '../land/sides.ts';
import { heldItem, heldSlot, itemNamed, itemWith, less } from '../players/items.ts';
import { mostTagBytes } from '../players/stored-items.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { worldHeight } from '../rules/place.ts';
import type { ItemTags, Player } from '../squid/squid.ts';
import { exhaust } from './body.ts';
import { dugInOneTick } from './digging-time.ts';
import { dropsOf } from './drops.ts';
import { releaseBow } from '../creatures/bows.ts';
import { experienceOf } from './experience.ts';
import { takeExperience } from './furnaces.ts';
import { wear } from './durability.ts';
import { endMeal } from './hunger.ts';

/** What a player does to a block, in block_dig of protocol 754. */
const digStatus = { start: 0, cancel: 1, finish: 2, dropStack: 3, dropOne: 4, letGo: 5, swapHands: 6 };
const exhaustionOfBlock = 0.005;
const tickMs = 50;
/** Whoever has done so much of the work may say that it is done: clients and servers reckon in ticks of their own. */
const enough = 0.7;
const eyeHeight = 1.62;
const nowhere = new Vec3(0, 0, 0);
/** The block that a player digs: since when (milliseconds of performance.now()), and what breaks it once they have said that it is done. */
interface Digging {
  position: Vec3;
  state: number;
  began: number;
  finish?: NodeJS.Timeout;
}

const digging = new WeakMap<Player, Digging>();

/** Packet block_dig. flying-squid's own digging leaves a timer behind for each block that somebody begins to dig, and asks nothing. */
export function dig(game: Game, player: Player, packet: Record<string, unknown>): void {
  const status = packet['status'];
  if (player.health <= 0) return;
  if (status === digStatus.letGo) return letGo(game, player);
  if (status === digStatus.swapHands) return swapHands(player);
  if (status === digStatus.dropStack) return throwHeld(game, player, Number.POSITIVE_INFINITY);
  if (status === digStatus.dropOne) return throwHeld(game, player, 1);
  const position = positionNear(player, packet['location']);
  if (!position) return;
  if (status === digStatus.cancel) stopDigging(player);
  const isAllowed = status === digStatus.cancel || work(game, player, position, status === digStatus.finish);
  if (!isAllowed) {
    player._client.write('block_change', { location: position, type: game.world.blockStateAt(position) });
  }
  player._client.write('acknowledge_player_digging', {
    location: position,
    block: game.world.blockStateAt(position),
    status,
    successful: isAllowed,
  });
}

/** Of a meal, or of a bow. */
function letGo(game: Game, player: Player): void {
  endMeal(player);
  releaseBow(game, player);
}

/** The player no longer digs. */
function stopDigging(player: Player): void {
  clearTimeout(digging.get(player)?.finish);
  digging.delete(player);
}

/** @returns false when the block stays as it is, of which the client is told */
function work(game: Game, player: Player, position: Vec3, isFinished: boolean): boolean {
  const block = blockAt(game, position);
  if (!block || !mayBuild(game, player, position)) return false;
  if (isCreative(player)) {
    if (!isFinished) breakBlock(game, player, position, block);
    return true;
  }
  const perTick = speedOf(game, player, block);
  if (perTick === 0) return false;
  if (!isFinished) {
    stopDigging(player);
    const state = game.world.blockStateAt(position);
    if (perTick >= 1) breakBlock(game, player, position, block);
    else digging.set(player, { position, state, began: performance.now() });
    return true;
  }
  const under = digging.get(player);
  if (!under?.position.equals(position) || under.state !== game.world.blockStateAt(position)) return false;
  const ticks = (performance.now() - under.began) / tickMs;
  if (perTick * (ticks + 1) >= enough) {
    stopDigging(player);
    breakBlock(game, player, position, block);
    return true;
  }
  // Too soon: it breaks when the work would be done, if the player is still there.
  clearTimeout(under.finish);
  under.finish = setTimeout(
    () => {
      if (digging.get(player) !== under || !game.squid.players.includes(player)) return;
      work(game, player, position, true);
    },
    (enough / perTick - ticks) * tickMs,
  );
  return false;
}

function speedOf(game: Game, player: Player, { kind }: PlacedBlock): number {
  const eyes = blockAt(game, player.position.offset(0, eyeHeight, 0));
  return dugInOneTick(game.squid.registry, kind, {
    tool: heldItem(player)?.type ?? null,
    isOnGround: player.onGround,
    isUnderWater: eyes?.kind.name === 'water',
  });
}

function breakBlock(game: Game, player: Player, position: Vec3, block: PlacedBlock): void {
  const { registry } = game.squid;
  const tool = heldItem(player);
  const [at, whole] = wholeOf(game, position, block);
  const half = otherHalf(game, position, block);
  const kept = keptIn(game, position);
  for (const part of at) {
    const experience = spill(game, part);
    if (experience > 0) player.setXp(player.xp + experience);
    setBlock(game, part, 0);
  }
  if (half) setBlock(game, half.at, stateWith(half.block, { type: 'single' }));
  removePlantAbove(game, position, !isCreative(player));
  if (!isCreative(player) || kept) leave(game, position, whole, tool?.type ?? null, kept);
  if (isCreative(player)) return;
  exhaust(player, exhaustionOfBlock);
  const experience = experienceOf(whole.kind, tool?.type ?? null, Math.random);
  if (experience > 0) player.setXp(player.xp + experience);
  const isFree = block.kind.hardness === 0 && tool?.name !== 'shears';
  wear(registry, player, heldSlot(player), isFree || !tool ? 0 : tool.name.endsWith('_sword') ? 2 : 1);
}

/** The places of a block, and the half of it that drops: doors, beds and tall plants take two. */
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

/** @param isLeft whether it leaves what it drops */
export function removePlantAbove(game: Game, position: Vec3, isLeft: boolean): void {
  const at = position.offset(0, 1, 0);
  const above = blockAt(game, at);
  if (above?.kind.material !== 'plant' || above.kind.boundingBox !== 'empty') return;
  setBlock(game, at, 0);
  if (isLeft) leave(game, at, above, null);
}

/** Items appear somewhere in the middle half of the block. */
function within(): number {
  return 0.25 + Math.random() / 2;
}

/** What a block holds falls out. @returns the experience that was in it */
export function spill(game: Game, at: Vec3): number {
  const container = game.world.container(at);
  const experience = container?.kind.smelts ? takeExperience(container) : 0;
  for (const item of container?.takeAll() ?? []) {
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
  tool: number | null,
  kept: ItemTags['value'] | null = null,
): void {
  const { registry } = game.squid;
  for (const { name, count } of dropsOf(registry, block, tool, Math.random)) {
    const item = itemNamed(registry, name, count);
    const somewhere = at.offset(within(), within(), within());
    if (item) game.groundItems.drop(kept ? itemWith(item, kept) : item, somewhere);
  }
}

/** Throws so much of what is in the hand. */
function throwHeld(game: Game, player: Player, most: number): void {
  const item = heldItem(player);
  if (!item || player.gameMode === gameModeNumber.SPECTATOR) return;
  const count = Math.min(most, item.count);
  player.inventory.updateSlot(heldSlot(player), less(item, count));
  game.groundItems.throwFrom(player, { ...item, count });
}

function swapHands(player: Player): void {
  const { inventory } = player;
  const main = heldSlot(player);
  const [mainItem, otherItem] = [inventory.slots[main] ?? null, inventory.slots[45] ?? null];
  inventory.updateSlot(main, otherItem);
  inventory.updateSlot(45, mainItem);
}
