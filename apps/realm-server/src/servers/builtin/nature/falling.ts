import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import type { Game } from '../rules/game.ts';
import { fluidOf } from '../land/fluid.ts';
import { touchesWater } from './fluids.ts';

const falling = /^((red_)?sand|gravel|.*_concrete_powder|(chipped_|damaged_)?anvil|dragon_egg)$/;
const yielding =
  /^(air|cave_air|void_air|water|lava|fire|soul_fire|(tall_)?grass|(large_)?fern|dead_bush|vine|snow|(tall_)?seagrass)$/;

export function falls(block: PlacedBlock | null): boolean {
  return block !== null && falling.test(block.kind.name);
}

/** Whether another block may replace it. */
export function yields(block: PlacedBlock | null): boolean {
  return block !== null && yielding.test(block.kind.name);
}

/** Moves a block down to the ground in one step, so that it is never in two places, nor in none. Concrete powder hardens next to water. */
export function fall(game: Pick<Game, 'world' | 'squid'>, at: Vec3): void {
  if (harden(game, at, at)) return;
  let ground = at.y;
  while (ground > 0 && yields(blockAt(game, at.offset(0, ground - 1 - at.y, 0)))) ground -= 1;
  if (ground === at.y) return;
  const state = game.world.blockStateAt(at);
  const to = at.offset(0, ground - at.y, 0);
  if (harden(game, at, to)) return;
  setBlock(game, at, 0);
  // What nothing holds falls out of the world.
  if (ground > 0) setBlock(game, to, state);
}

/** @returns whether concrete powder became concrete where it landed */
function harden(game: Pick<Game, 'world' | 'squid'>, from: Vec3, to: Vec3): boolean {
  const powder = blockAt(game, from)?.kind.name ?? '';
  const concrete = game.squid.registry.blocksByName[powder.replace('_powder', '')];
  const isWet = fluidOf(blockAt(game, to))?.kind === 'water' || touchesWater(game, to);
  if (!powder.endsWith('_concrete_powder') || !concrete || !isWet) return false;
  if (!from.equals(to)) setBlock(game, from, 0);
  setBlock(game, to, concrete.defaultState);
  return true;
}
