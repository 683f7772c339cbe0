import type { Vec3 } from 'vec3';
import { eyesOf } from '../../creatures/creature.ts';
import { isCreative, mayBuild } from '../../land/building.ts';
import { positionNear } from '../../players/near.ts';
import { blockAt, type PlacedBlock } from '../../land/block-state.ts';
import { headSlot, heldItem, heldSlot, less, otherHandSlot } from '../../players/items.ts';
import { gameModeNumber, type Game } from '../../rules/game.ts';
import { isCommandBlock } from '../../redstone/command-blocks.ts';
import type { Player } from '../../squid/squid.ts';
import { exhaust } from '../body.ts';
import { takeAway } from './breaking.ts';
import { dugInOneTick } from './digging-time.ts';
import { disturb, isHive } from '../../creatures/species/hives.ts';
import { releaseBow } from '../../creatures/projectiles/bows.ts';
import { levelOf } from '../potions/effects.ts';
import { enchantmentOn } from '../enchantments.ts';
import { experienceOf, learn } from '../experience.ts';
import { wear } from './durability.ts';
import { endMeal } from '../hunger.ts';
import { lowerShield } from '../shields.ts';

/** What a player does to a block, in block_dig of protocol 754. */
const digStatus = { start: 0, cancel: 1, finish: 2, dropStack: 3, dropOne: 4, letGo: 5, swapHands: 6 };
const exhaustionOfBlock = 0.005;
const tickMs = 50;
const noCracks = -1;
const mostCracks = 9;
/** Clients may report a block as dug at this share of the work, as clients and servers count ticks separately. */
const enough = 0.7;
/** The block that a player digs: since when (milliseconds of performance.now()), and what breaks it once they have said that it is done. */
interface Digging {
  position: Vec3;
  state: number;
  began: number;
  /** Of ten, the cracks that others see; below 0 none. */
  shown: number;
  finish?: NodeJS.Timeout;
}

const digging = new WeakMap<Player, Digging>();

/** Packet block_dig. flying-squid's own digging leaks a timer for each block that somebody starts to dig, and checks nothing. */
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

/** The player no longer digs. */
function stopDigging(player: Player): void {
  const under = digging.get(player);
  if (!under) return;
  clearTimeout(under.finish);
  digging.delete(player);
  if (under.shown !== noCracks) showCracks(player, under.position, noCracks);
}

/** Each tick: others see how far everybody's digging is. The player's own client knows. */
export function showDigging(game: Game): void {
  for (const player of game.squid.players) {
    const under = digging.get(player);
    const block = under && blockAt(game, under.position);
    if (!under || !block) continue;
    if (under.state !== game.world.blockStateAt(under.position)) {
      stopDigging(player);
      continue;
    }
    const done = (speedOf(game, player, block) * (performance.now() - under.began)) / tickMs;
    const cracks = Math.min(mostCracks, Math.floor(done * 10));
    if (cracks === under.shown) continue;
    under.shown = cracks;
    showCracks(player, under.position, cracks);
  }
}

/** Packet block_break_animation of protocol 754. */
function showCracks(player: Player, location: Vec3, destroyStage: number): void {
  player._writeOthersNearby('block_break_animation', { entityId: player.id, location, destroyStage });
}

/** @returns false if the block stays as it is, which is sent to the client */
function work(game: Game, player: Player, position: Vec3, isFinished: boolean): boolean {
  const block = blockAt(game, position);
  const isOthers = isCommandBlock(block) && !game.access.hasPowers(player.account);
  if (!block || isOthers || !mayBuild(game, player, position)) return false;
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
    else digging.set(player, { position, state, began: performance.now(), shown: noCracks });
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
  const eyes = blockAt(game, eyesOf(player));
  return dugInOneTick(game.squid.registry, kind, {
    tool: heldItem(player)?.type ?? null,
    isOnGround: player.onGround,
    isUnderWater: eyes?.kind.name === 'water' && enchantmentOn(player.inventory.slots[headSlot], 'aqua_affinity') === 0,
    efficiency: enchantmentOn(heldItem(player), 'efficiency'),
    haste: Math.max(levelOf(player, 'haste'), levelOf(player, 'conduitPower')),
    fatigue: levelOf(player, 'miningFatigue'),
  });
}

/** Of a meal, a shield, or a bow. */
function letGo(game: Game, player: Player): void {
  endMeal(player);
  lowerShield(player);
  releaseBow(game, player);
}

function breakBlock(game: Game, player: Player, position: Vec3, block: PlacedBlock): void {
  const { registry } = game.squid;
  const tool = heldItem(player);
  if (isHive(block) && enchantmentOn(tool, 'silk_touch') === 0) disturb(game, position, block, player);
  const { whole, experience } = takeAway(game, position, block, tool, !isCreative(player));
  learn(player, experience);
  if (isCreative(player)) return;
  exhaust(player, exhaustionOfBlock);
  const isSilk = enchantmentOn(tool, 'silk_touch') > 0;
  learn(player, isSilk ? 0 : experienceOf(registry, whole.kind, tool?.type ?? null, Math.random));
  const isFree = block.kind.hardness === 0 && tool?.name !== 'shears';
  wear(registry, player, heldSlot(player), isFree || !tool ? 0 : tool.name.endsWith('_sword') ? 2 : 1);
}

/** Throws up to this many of the item in the hand. */
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
  const [mainItem, otherItem] = [inventory.slots[main] ?? null, inventory.slots[otherHandSlot] ?? null];
  inventory.updateSlot(main, otherItem);
  inventory.updateSlot(otherHandSlot, mainItem);
}
