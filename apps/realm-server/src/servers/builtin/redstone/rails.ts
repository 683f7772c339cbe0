import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { change, setBlock } from '../land/building.ts';
import { directions, opposite } from '../land/sides.ts';
import type { Game } from '../rules/game.ts';
import { powerAt } from './power.ts';

/** So many powered rails in a row pass power on. */
const farthest = 8;
/** Ticks after which a detector looks whether a minecart is still on it. */
const detectorTicks = 20;
const across = ['north', 'south', 'west', 'east'] as const;
const heights = [0, 1, -1];

export function isRail(block: PlacedBlock | null): block is PlacedBlock {
  return block !== null && /^((powered|activator|detector)_)?rail$/.test(block.kind.name);
}

/** The two sides that a rail leads to. @param shape of the block; what ascends leads up on the second side */
export function endsOf(shape = 'north_south'): [string, string] {
  const [one = '', other = ''] = shape.split('_');
  return one === 'ascending' ? [opposite(other), other] : [one, other];
}

/** The rail at a place, or one above or below it; null for none. */
function railNear(game: Game, at: Vec3): Vec3 | null {
  if (!game.world.isSeen(at)) return null;
  return heights.map((up) => at.offset(0, up, 0)).find((place) => isRail(blockAt(game, place))) ?? null;
}

/** Those that a rail leads to, and that lead to it. */
function linked(game: Game, at: Vec3): { side: string; at: Vec3 }[] {
  return endsOf(blockAt(game, at)?.properties['shape']).flatMap((side) => {
    const other = railNear(game, at.plus(directions[side] ?? at));
    return other && leadsTo(game, other, at) ? { side, at: other } : [];
  });
}

function leadsTo(game: Game, rail: Vec3, to: Vec3): boolean {
  return endsOf(blockAt(game, rail)?.properties['shape']).some((side) => {
    const end = rail.plus(directions[side] ?? rail);
    return end.x === to.x && end.z === to.z;
  });
}

/** A rail that has been set turns to those beside it that are not between two others, and these to it. Source: the game's RailState (1.16.5) */
export function joinRail(game: Game, at: Vec3): void {
  const beside = across.flatMap((side) => {
    const other = railNear(game, at.plus(directions[side] ?? at));
    return other && (leadsTo(game, other, at) || linked(game, other).length < 2) ? { side, at: other } : [];
  });
  bend(game, at, beside);
  for (const other of beside) {
    const others = linked(game, other.at).filter(({ at: place }) => place.x !== at.x || place.z !== at.z);
    bend(game, other.at, [...others, { side: opposite(other.side), at }].slice(-2));
  }
}

/** Gives a rail the shape that leads to others; without any it stays as it is. */
function bend(game: Game, at: Vec3, to: readonly { side: string; at: Vec3 }[]): void {
  const block = blockAt(game, at);
  if (!isRail(block) || to.length === 0) return;
  const leads = (side: string): boolean => to.some((other) => other.side === side);
  const isStraight = block.kind.name !== 'rail';
  const [alongZ, alongX] = [leads('north') || leads('south'), leads('west') || leads('east')];
  const corner = `${leads('south') ? 'south' : 'north'}_${leads('east') ? 'east' : 'west'}`;
  const isCorner = !isStraight && alongZ && alongX;
  const up = to.find(({ side, at: other }) => other.y > at.y && (alongZ ? /north|south/ : /west|east/).test(side));
  const straight = up ? `ascending_${up.side}` : alongZ ? 'north_south' : 'east_west';
  change(game, at, block, { shape: isCorner ? corner : straight });
}

/** A neighbour of a powered or activator rail has changed: power comes from next to it, or along the rails. */
export function lookAtRail(game: Game, at: Vec3, block: PlacedBlock): void {
  const isFed = powerAt(game, at) > 0 || endsOf(block.properties['shape']).some((side) => isFedFrom(game, at, side));
  if (String(isFed) === block.properties['powered']) return;
  setBlock(game, at, stateWith(block, { powered: String(isFed) }));
  for (const { at: next } of linked(game, at)) game.redstone.look(next);
}

/** Whether a rail gets power from one side, along rails of its kind. */
function isFedFrom(game: Game, from: Vec3, side: string): boolean {
  const kind = blockAt(game, from)?.kind;
  let [at, before] = [from, from];
  let towards = side;
  for (let n = 0; n < farthest; n += 1) {
    const next = railNear(game, at.plus(directions[towards] ?? at));
    const block = next && blockAt(game, next);
    if (!next || !block || block.kind !== kind || !leadsTo(game, next, at)) return false;
    if (powerAt(game, next) > 0) return true;
    [before, at] = [at, next];
    const [one, other] = endsOf(block.properties['shape']);
    const back = at.plus(directions[one] ?? at);
    towards = back.x === before.x && back.z === before.z ? other : one;
  }
  return false;
}

/** A detector gives power while a minecart is on it. */
export function checkDetector(game: Game, at: Vec3, block: PlacedBlock): void {
  const isPressed = game.minecarts.isOn(at);
  change(game, at, block, { powered: String(isPressed) });
  if (isPressed) game.blockTicks.wait(at, detectorTicks);
}
