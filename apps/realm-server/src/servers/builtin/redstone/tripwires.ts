import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { change } from '../land/building.ts';
import { directions, opposite } from '../land/sides.ts';
import type { Game } from '../rules/game.ts';

/** From one hook to the other there are so many blocks at most. */
const longest = 41;
/** Ticks after which a wire that is touched looks whether it still is. */
const touchTicks = 10;
const across = ['north', 'east', 'south', 'west'];

const isWire = (block: PlacedBlock | null): block is PlacedBlock => block?.kind.name === 'tripwire';
const isHook = (block: PlacedBlock | null, facing: string): block is PlacedBlock =>
  block?.kind.name === 'tripwire_hook' && block.properties['facing'] === facing;

/** Where wires lead from a place to one side, and the first place behind them. */
function follow(game: Game, from: Vec3, side: string): { wires: Vec3[]; end: Vec3 } {
  const wires: Vec3[] = [];
  const step = directions[side] ?? from;
  let end = from.plus(step);
  for (; wires.length < longest - 1 && game.world.isSeen(end) && isWire(blockAt(game, end)); end = end.plus(step))
    wires.push(end);
  return { wires, end };
}

/** A hook gives power while a wire between it and another is touched. Source: the game's TripWireHookBlock (1.16.5), without shears */
export function lookAtHook(game: Game, at: Vec3, block: PlacedBlock): void {
  const { facing = '' } = block.properties;
  const { wires, end } = follow(game, at, facing);
  const other = game.world.isSeen(end) ? blockAt(game, end) : null;
  const isPair = wires.length > 0 && isHook(other, opposite(facing));
  const isTouched = isPair && wires.some((wire) => blockAt(game, wire)?.properties['powered'] === 'true');
  const next = { attached: String(isPair), powered: String(isTouched) };
  change(game, at, block, next);
  if (isPair) change(game, end, other, next);
  for (const wire of wires) {
    const string = blockAt(game, wire);
    if (string) change(game, wire, string, { attached: String(isPair) });
  }
}

/** Something beside a wire has changed: it leads there, and the hooks at its ends look. */
export function lookAtWire(game: Game, at: Vec3, block: PlacedBlock): void {
  const leads = across.map((side) => {
    const beside = blockAt(game, at.plus(directions[side] ?? at));
    return [side, String(isWire(beside) || isHook(beside, opposite(side)))];
  });
  change(game, at, block, Object.fromEntries(leads));
  wakeHooks(game, at);
}

/** A tripwire is touched, or no longer: notifies both hooks. */
export function touchWire(game: Game, at: Vec3, block: PlacedBlock, isTouched: boolean): void {
  if (isTouched) game.blockTicks.wait(at, touchTicks);
  if (block.properties['powered'] === String(isTouched)) return;
  change(game, at, block, { powered: String(isTouched) });
  wakeHooks(game, at);
}

function wakeHooks(game: Game, at: Vec3): void {
  for (const side of across) {
    const { end } = follow(game, at, side);
    if (game.world.isSeen(end) && isHook(blockAt(game, end), opposite(side))) game.redstone.look(end);
  }
}
