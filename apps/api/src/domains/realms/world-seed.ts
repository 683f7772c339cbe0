import { randomInt } from 'node:crypto';
import { isGameWorld } from '@realmkeep/contract';

/**
 * The seed of a new world's land; null: the land in the map's picture, or one that is the same everywhere. For its own land the game would
 * choose a random seed as well, but not show it.
 */
export function worldSeed(map: string, typed: string | undefined): string | null {
  return typed || (isGameWorld(map) ? `${randomInt(2 ** 47)}` : null);
}
