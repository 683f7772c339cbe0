import type { RealmSpawn } from '@realmkeep/realm-protocol';
import type { Game } from './game.ts';
import { isInsideBorder, worldHeight } from './place.ts';

/** Whether players can appear there: inside the border, with room for a player below the top. */
export function isPossibleSpawn({ settings, centre }: Pick<Game, 'settings' | 'centre'>, at: RealmSpawn): boolean {
  return at.y >= 1 && at.y <= worldHeight - 2 && isInsideBorder(settings, centre, { x: at.x + 0.5, z: at.z + 0.5 });
}

/** Moves the spawn point, to which compasses point. @returns false, and changes nothing, if players cannot spawn there */
export function moveSpawn({ dimensions }: Game, to: RealmSpawn): boolean {
  const game = dimensions.of('overworld');
  if (!isPossibleSpawn(game, to)) return false;
  // Players spawn in the middle of a block.
  game.spawn.set(to.x + 0.5, to.y, to.z + 0.5);
  game.world.keepSpawn(to);
  game.squid._writeAll('spawn_position', { location: game.spawn.floored() });
  game.stateChanged();
  return true;
}
