import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { directions, opposite } from '../land/sides.ts';
import { isHeld } from '../land/support.ts';
import type { Game } from '../rules/game.ts';
import { conducts, emits, full, powerAt, wire } from './power.ts';

/** How much dust is computed at once; what is connected beyond has its own turn. */
const mostDust = 500;
const across = ['north', 'east', 'south', 'west'];
type Shape = Record<string, string>;

const isWire = (block: PlacedBlock | null): boolean => block?.kind.name === wire;

/** Where dust leads from here, and how it looks. A single piece leads everywhere, or nowhere. */
function shapeOf(game: Game, at: Vec3, before: Shape): Shape {
  const shape: Shape = {};
  const isCovered = conducts(game, at.offset(0, 1, 0));
  for (const side of across) shape[side] = leads(game, at, side, isCovered);
  const open = across.filter((side) => shape[side] !== 'none');
  const wasDot = across.every((side) => before[side] === 'none');
  if (open.length === 0) for (const side of across) shape[side] = wasDot ? 'none' : 'side';
  const [only] = open;
  if (open.length === 1 && only) shape[opposite(only)] = 'side';
  return shape;
}

function leads(game: Game, at: Vec3, side: string, isCovered: boolean): string {
  const direction = directions[side];
  const beside = direction && at.plus(direction);
  if (!beside || !game.world.isSeen(beside)) return 'none';
  const block = blockAt(game, beside);
  const isWall = conducts(game, beside);
  if (!isCovered && block?.kind.boundingBox === 'block' && isWire(blockAt(game, beside.offset(0, 1, 0)))) return 'up';
  if (block && isFelt(block, side)) return 'side';
  return !isWall && isWire(blockAt(game, beside.offset(0, -1, 0))) ? 'side' : 'none';
}

/** Whether dust connects to a block on this side of it. */
function isFelt(block: PlacedBlock, side: string): boolean {
  const { facing = '' } = block.properties;
  if (block.kind.name === 'repeater') return facing === side || facing === opposite(side);
  return block.kind.name === 'observer' ? facing === side : emits(block);
}

/** The dust that gives to this, and takes from it: beside it, and up and down slopes. */
function neighbours(game: Game, at: Vec3): Vec3[] {
  const isCovered = conducts(game, at.offset(0, 1, 0));
  return across.flatMap((side) => {
    const direction = directions[side];
    const beside = direction && at.plus(direction);
    if (!beside || !game.world.isSeen(beside)) return [];
    const slope = conducts(game, beside) ? (isCovered ? null : beside.offset(0, 1, 0)) : beside.offset(0, -1, 0);
    return [beside, ...(slope ? [slope] : [])].filter((to) => isWire(blockAt(game, to)));
  });
}

/** Computes the level of dust and all that is connected to it. @returns the places of that dust */
export function settleWire(game: Game, at: Vec3): string[] {
  const all = new Map<string, { at: Vec3; level: number; beside: Vec3[] }>();
  const waiting = [at];
  for (let here = waiting.shift(); here; here = waiting.shift()) {
    const key = here.toString();
    const block = blockAt(game, here);
    // Dust without a block below it breaks in a turn of its own.
    if (!block || all.has(key) || all.size >= mostDust || !isHeld(game, here, block)) continue;
    const beside = neighbours(game, here);
    all.set(key, { at: here, level: powerAt(game, here, { noDust: true }), beside });
    waiting.push(...beside);
  }
  for (const dust of all.values()) {
    for (const to of dust.beside) {
      if (!all.has(to.toString())) dust.level = Math.max(dust.level, levelAt(game, to) - 1);
    }
  }
  // From the strongest down, each has its final level when its turn comes, and passes on one less.
  for (let level = full; level > 1; level -= 1) {
    for (const dust of all.values()) {
      if (dust.level !== level) continue;
      for (const to of dust.beside) {
        const next = all.get(to.toString());
        if (next) next.level = Math.max(next.level, level - 1);
      }
    }
  }
  for (const dust of all.values()) {
    const block = blockAt(game, dust.at);
    if (!block) continue;
    const state = stateWith(block, { ...shapeOf(game, dust.at, block.properties), power: String(dust.level) });
    if (state !== game.world.blockStateAt(dust.at)) setBlock(game, dust.at, state);
  }
  return [...all.keys()];
}

function levelAt(game: Game, at: Vec3): number {
  return Number(blockAt(game, at)?.properties['power'] ?? 0);
}
