import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { sides } from '../land/sides.ts';
import type { Game } from '../rules/game.ts';
import { isProtected } from '../rules/place.ts';
import { fluidOf } from '../land/fluid.ts';

/** So much water a sponge takes up, and from so far. */
const most = 65;
const farthest = 6;

export function isDrySponge({ kind }: PlacedBlock): boolean {
  return kind.name === 'sponge';
}

/** A sponge takes up the water that it reaches through other water. */
export function soak(game: Game, at: Vec3): void {
  const sponge = game.squid.registry.blocksByName['wet_sponge'];
  const isHere = blockAt(game, at);
  if (!sponge || !isHere || !isDrySponge(isHere)) return;
  const taken = new Map<string, Vec3>();
  let edge = [at];
  for (let distance = 1; distance <= farthest; distance += 1) {
    const next = edge.flatMap((from) => sides.map((side) => from.plus(side)));
    edge = next.filter((place) => {
      const isNew = !taken.has(String(place)) && taken.size < most && !isProtectedFrom(game, place, at);
      if (!isNew || fluidOf(blockAt(game, place))?.kind !== 'water') return false;
      taken.set(String(place), place);
      return true;
    });
  }
  if (taken.size === 0) return;
  for (const place of taken.values()) {
    const block = blockAt(game, place);
    setBlock(game, place, block && 'waterlogged' in block.properties ? stateWith(block, { waterlogged: 'false' }) : 0);
  }
  setBlock(game, at, sponge.defaultState);
}

function isProtectedFrom(game: Game, place: Vec3, at: Vec3): boolean {
  return isProtected(game, place) && !isProtected(game, at);
}
