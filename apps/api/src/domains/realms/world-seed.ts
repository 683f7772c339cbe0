import { randomInt } from 'node:crypto';
import { isGameWorld } from '@realmkeep/contract';

/**
 * What the land of a new world is drawn from; null: what the map's picture shows, or all of it is alike. For its own land the game would
 * choose one by chance as well, and tell nobody.
 */
export function worldSeed(map: string, typed: string | undefined): string | null {
  return typed || (isGameWorld(map) ? `${randomInt(2 ** 47)}` : null);
}
