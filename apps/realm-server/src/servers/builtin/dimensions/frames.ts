import { Vec3 } from 'vec3';
import type { ColumnPosition } from '../../../world-format/chunk.ts';
import { blockAt, stateWith } from '../land/block-state.ts';
import { refusalOf, setBlock } from '../land/building.ts';
import { setBlocks } from '../land/set-blocks.ts';
import { sides } from '../land/sides.ts';
import type { Click } from '../players/click.ts';
import { type Game } from '../rules/game.ts';
import { wearHeld } from '../survival/digging/durability.ts';

/** Inside a frame. */
const most = 21;
const least = { width: 2, height: 3 };
const up = new Vec3(0, 1, 0);
const axes = { x: new Vec3(1, 0, 0), z: new Vec3(0, 0, 1) } as const;

const parts = new Set(['obsidian', 'nether_portal']);

export type Axis = keyof typeof axes;
type Land = Pick<Game, 'world' | 'squid'>;

/** Packet block_place with flint and steel in a frame of obsidian: it is filled with a portal. @returns false for anything else */
export function lightPortal({ game, player, beside, item }: Click): boolean {
  if (item?.name !== 'flint_and_steel') return false;
  const isNether = game.world.dimension !== 'end';
  for (const axis of isNether ? (['x', 'z'] as const) : []) {
    const inside = insideFrame(game, beside, axis);
    if (!inside || inside.some((at) => refusalOf(game, player, at) !== null)) continue;
    fillPortal(game, inside, axis);
    wearHeld(game, player);
    return true;
  }
  return false;
}

/** The places inside the frame around a place; null if there is no frame, or something is in it. */
function insideFrame(land: Land, from: Vec3, axis: Axis): Vec3[] | null {
  const along = axes[axis];
  const isFree = (at: Vec3): boolean => /^(air|cave_air|fire|soul_fire)$/.test(nameAt(land, at));
  const isFrame = (at: Vec3): boolean => nameAt(land, at) === 'obsidian';
  let low = from;
  for (let n = 0; n < most && isFree(low.minus(up)); n += 1) low = low.minus(up);
  for (let n = 0; n < most && isFree(low.minus(along)); n += 1) low = low.minus(along);
  const inside: Vec3[] = [];
  let width = 0;
  while (width <= most && isFree(low.plus(along.scaled(width)))) width += 1;
  for (let height = 0; height <= most; height += 1) {
    const row = Array.from({ length: width }, (_, n) => low.plus(along.scaled(n)).offset(0, height, 0));
    const isClosed = row.every(isFrame);
    if (isClosed) return width >= least.width && width <= most && height >= least.height ? inside : null;
    const [first = low, last = low] = [row[0], row.at(-1)];
    if (!row.every(isFree) || !isFrame(first.minus(along)) || !isFrame(last.plus(along))) return null;
    if (height === 0 && !row.every((at) => isFrame(at.minus(up)))) return null;
    inside.push(...row);
  }
  return null;
}

export function fillPortal(game: Pick<Game, 'world' | 'squid' | 'views'>, inside: Vec3[], axis: Axis): void {
  const kind = game.squid.registry.blocksByName['nether_portal'];
  if (!kind) return;
  const state = stateWith({ kind, properties: {} }, { axis });
  setBlocks(
    game,
    inside.map((at) => [at, state] as const),
  );
}

/** Of lands in which portals are breaking, the places that are still to be looked at. */
const breaking = new WeakMap<Game['world'], Vec3[]>();

/** A block has changed: a portal that it framed or was part of breaks, as far as it is loaded. */
export function breakPortals(game: Land, position: ColumnPosition, before: number): void {
  const changed = new Vec3(position.x, position.y, position.z).floored();
  const wasPart = parts.has(game.squid.registry.blocksByStateId[before]?.name ?? '');
  if (!wasPart || parts.has(nameAt(game, changed))) return;
  const beside = sides.flatMap((side) => {
    const at = changed.plus(side);
    const axis = game.world.isSeen(at) ? axisAt(game, at) : null;
    return axis !== null && (side.y !== 0 || axis === axisOf(side)) ? [at] : [];
  });
  // Each that breaks is a block that has changed, and comes here again.
  const waiting = breaking.get(game.world);
  if (waiting) return void waiting.push(...beside);
  breaking.set(game.world, beside);
  try {
    for (const at of beside) if (axisAt(game, at)) setBlock(game, at, 0);
  } finally {
    breaking.delete(game.world);
  }
}

/** A portal's axis; null if it is not a portal. */
export function axisAt(land: Land, at: Vec3): Axis | null {
  const block = blockAt(land, at);
  return block?.kind.name === 'nether_portal' ? (block.properties['axis'] as Axis) : null;
}

/** The lowest block of a portal, towards the north and west. */
export function cornerOf(land: Land, from: Vec3, axis: Axis): Vec3 {
  let low = from.floored();
  for (let n = 0; n < most && axisAt(land, low.minus(up)); n += 1) low = low.minus(up);
  for (let n = 0; n < most && axisAt(land, low.minus(axes[axis])); n += 1) low = low.minus(axes[axis]);
  return low;
}

function axisOf(side: Vec3): Axis {
  return side.x === 0 ? 'z' : 'x';
}

function nameAt(land: Land, at: Vec3): string {
  return blockAt(land, at)?.kind.name ?? '';
}
