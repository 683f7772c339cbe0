import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { change, setBlock } from '../land/building.ts';
import { containerKind } from '../land/container.ts';
import { directions, opposite, sides } from '../land/sides.ts';
import { fluidOf } from '../land/fluid.ts';
import { moveTo } from '../players/movement.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { isInsideBorder, isOpenGround, worldHeight } from '../rules/place.ts';
import { takeAway } from '../survival/digging/breaking.ts';
import { powerAt } from './power.ts';

/** So many blocks it moves. */
const mostPushed = 12;
const delay = 2;
/** Of a player: half the width and half a block, and the height. */
const reach = 0.8;
const height = 1.8;
const immovable =
  /obsidian$|^(bedrock|respawn_anchor|piston_head|moving_piston|barrier|end_portal(_frame)?|end_gateway|nether_portal|command_block|(repeating|chain)_command_block|structure_block|jigsaw|reinforced_deepslate)$/;
/** What has something in it that belongs to its place. */
const bound =
  /^(enchanting_table|beacon|spawner|conduit|jukebox|lectern|bell|brewing_stand|daylight_detector|beehive|bee_nest|(soul_)?campfire)$|_sign$|_banner$|_head$|_skull$/;
/** What breaks, though it is no plant. */
const fragile =
  /_(door|bed|leaves|shulker_box)$|^(shulker_box|cactus|melon|(carved_)?pumpkin|jack_o_lantern|bamboo|cake|dragon_egg|turtle_egg|scaffolding|lantern|soul_lantern|sea_pickle|flower_pot|chorus_.*|cocoa|repeater|comparator|cobweb|lily_pad)$|^potted_/;

/** Blocks that stick to their neighbours, and blocks that stick to nothing. */
const sticky = /^(slime|honey)_block$/;
const glazed = /_glazed_terracotta$/;

const isAir = ({ kind }: PlacedBlock): boolean => /^(cave_|void_)?air$/.test(kind.name);

/** What becomes of a block that is pushed. */
function fate({ kind, properties }: PlacedBlock): 'moves' | 'breaks' | 'stays' {
  const { name, hardness, boundingBox } = kind;
  if (immovable.test(name)) return 'stays';
  if (fragile.test(name) || (boundingBox === 'empty' && !bound.test(name))) return 'breaks';
  const isFast = containerKind(name) !== undefined || bound.test(name) || properties['extended'] === 'true';
  return isFast || hardness === null || hardness < 0 ? 'stays' : 'moves';
}

export function lookAtPiston(game: Game, at: Vec3, block: PlacedBlock): void {
  const { facing = '', extended } = block.properties;
  const head = directions[facing];
  if (extended === 'true' && head && !isHeadOf(block, blockAt(game, at.plus(head)))) {
    // Its head has been broken.
    takeAway(game, at, block);
  } else if (isFed(game, at, facing) !== (extended === 'true')) game.blockTicks.wait(at, delay);
}

/** Power that would reach a block above it counts too, as in the game. */
export function isFed(game: Game, at: Vec3, except = ''): boolean {
  return powerAt(game, at, { except }) > 0 || powerAt(game, at.offset(0, 1, 0), { except: 'down' }) > 0;
}

/** A head without its piston is gone. */
export function checkHead(game: Game, at: Vec3, head: PlacedBlock): void {
  const back = directions[opposite(head.properties['facing'] ?? '')];
  const piston = back && blockAt(game, at.plus(back));
  if (!piston || piston.properties['extended'] !== 'true' || !isHeadOf(piston, head)) setBlock(game, at, 0);
}

function isHeadOf({ kind, properties }: PlacedBlock, head: PlacedBlock | null): boolean {
  if (head?.kind.name !== 'piston_head' || head.properties['facing'] !== properties['facing']) return false;
  return (head.properties['type'] === 'sticky') === (kind.name === 'sticky_piston');
}

/** Extends it, pushing what is in the way, or retracts it, all in one step. */
export function movePiston(game: Game, at: Vec3, block: PlacedBlock): void {
  const { facing = '', extended } = block.properties;
  const direction = directions[facing];
  const isPushing = isFed(game, at, facing);
  if (!direction || isPushing === (extended === 'true')) return;
  const isSticky = block.kind.name === 'sticky_piston';
  const ahead = at.plus(direction);
  if (isPushing) {
    const head = game.squid.registry.blocksByName['piston_head'];
    if (!head || !push(game, at, ahead, direction)) return;
    const properties = { facing, short: 'false', type: isSticky ? 'sticky' : 'normal' };
    change(game, at, block, { extended: 'true' });
    return setBlock(game, ahead, stateWith({ kind: head, properties: {} }, properties));
  }
  change(game, at, block, { extended: 'false' });
  setBlock(game, ahead, 0);
  const far = ahead.plus(direction);
  const pulled = isSticky && isWithin(game, at, far) ? blockAt(game, far) : null;
  if (pulled && !isAir(pulled) && !glazed.test(pulled.kind.name) && fate(pulled) === 'moves')
    push(game, at, far, direction.scaled(-1));
}

/** Moves a block with all that is in its way or sticks to it. @returns false where that cannot be, and nothing has moved */
function push(game: Game, piston: Vec3, first: Vec3, direction: Vec3): boolean {
  const moved = new Map<string, Vec3>();
  const broken = new Map<string, Vec3>();
  if (!gather(game, { piston, direction, moved, broken }, first, true)) return false;
  for (const at of broken.values()) {
    const block = blockAt(game, at);
    if (block) takeAway(game, at, block);
  }
  // The farthest block moves first and makes room for the others.
  const order = [...moved.values()].sort((one, other) => other.dot(direction) - one.dot(direction));
  for (const from of order) {
    setBlock(game, from.plus(direction), game.world.blockStateAt(from));
    setBlock(game, from, 0);
  }
  shift(game, [first, ...order.map((from) => from.plus(direction))], direction);
  return true;
}

interface Move {
  piston: Vec3;
  direction: Vec3;
  /** What goes along, and what breaks, by its place. */
  moved: Map<string, Vec3>;
  broken: Map<string, Vec3>;
}

/** Adds a block, the one ahead of it, and those that stick to it. @param isInTheWay whether it is pushed, rather than pulled along @returns false if something cannot be moved */
function gather(game: Game, move: Move, at: Vec3, isInTheWay: boolean): boolean {
  const { piston, direction, moved, broken } = move;
  const key = at.toString();
  if (moved.has(key) || broken.has(key)) return true;
  const block = isWithin(game, piston, at) && !at.equals(piston) ? blockAt(game, at) : null;
  if (!block) return !isInTheWay;
  if (isAir(block) || fluidOf(block)?.kind === block.kind.name) return true;
  const what = fate(block);
  if (what === 'breaks' && isInTheWay) broken.set(key, at);
  if (what !== 'moves') return what === 'breaks' || !isInTheWay;
  if (moved.size === mostPushed) return false;
  moved.set(key, at);
  const drawn = sides.filter((side) => sticks(block, blockAt(game, at.plus(side))));
  return (
    gather(game, move, at.plus(direction), true) &&
    drawn.every((side) => side.equals(direction) || gather(game, move, at.plus(side), false))
  );
}

/** Slime and honey stick to their neighbours, but not to each other. */
function sticks({ kind: { name } }: PlacedBlock, other: PlacedBlock | null): boolean {
  const beside = other?.kind.name ?? '';
  if (!sticky.test(name) || glazed.test(beside)) return false;
  return !sticky.test(beside) || beside === name;
}

/** Players are pushed along by blocks that move to where they are. */
function shift(game: Game, places: readonly Vec3[], by: Vec3): void {
  for (const player of game.squid.players) {
    const { x, y, z } = player.position;
    const isHit = places.some(
      (at) => Math.abs(x - at.x - 0.5) < reach && Math.abs(z - at.z - 0.5) < reach && y < at.y + 1 && y + height > at.y,
    );
    const to = player.position.plus(by);
    const mayGo = player.gameMode !== gameModeNumber.SPECTATOR && isInsideBorder(game.settings, game.centre, to);
    if (isHit && mayGo) moveTo(game, player, to);
  }
}

/** Nothing is moved into protected ground, or out of it, except by pistons inside. */
function isWithin(game: Game, piston: Vec3, at: Vec3): boolean {
  if (at.y < 0 || at.y >= worldHeight || !game.world.isSeen(at)) return false;
  return isOpenGround(game, at) || !isOpenGround(game, piston);
}
