import type { Vec3 } from 'vec3';
import { skyLightNow } from '../creatures/spawning/brightness.ts';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { change } from '../land/building.ts';
import type { Game } from '../rules/game.ts';
import { full } from './power.ts';

/** Ticks between two looks at the sky, and for which a target gives power. */
const lookTicks = 20;
const targetTicks = 20;

/** Daylight detectors give as much power as there is light from the sky; inverted ones give the difference to full light. */
export function senseDaylight(game: Game, at: Vec3, block: PlacedBlock): void {
  const level = game.world.dimension === 'overworld' ? skyLightNow(game, at) : 0;
  const power = block.properties['inverted'] === 'true' ? full - level : level;
  change(game, at, block, { power: String(power) });
  game.blockTicks.wait(at, lookTicks);
}

/** An arrow hit a block at a point: a target gives more power the nearer the point is to the middle of its side. Source: the game's TargetBlock (1.16.5) */
export function hitTarget(game: Game, point: Vec3): void {
  const at = point.floored();
  const block = blockAt(game, at);
  if (block?.kind.name !== 'target') return;
  const off = point
    .minus(at)
    .toArray()
    .map((share) => Math.abs(share - 0.5))
    .sort((one, other) => one - other);
  // The farthest from the middle is the axis of the side that was hit.
  const far = off[1] ?? 0;
  change(game, at, block, { power: String(Math.max(1, Math.ceil(full * (1 - far * 2)))) });
  game.blockTicks.wait(at, targetTicks);
}
