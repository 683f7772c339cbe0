import { constants, existsSync, lstatSync } from 'node:fs';
import { cp, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { RuntimeError } from '../../runtime.ts';
import { giveTo } from '../user/owned-tree.ts';
import type { RealmPaths } from './realm-paths.ts';

/**
 * Gives a realm the world that it is to begin with, unless it has one: copied out of the realm's reach, given to its user, and moved
 * into its place at once, so that a crash leaves the whole world or none. To be called under the realm's lock, in a prepared folder.
 * @throws RuntimeError unknown_map when the world is not there any more
 */
export async function prepareOwnWorld(paths: RealmPaths, { ownWorld, map }: RealmSpec, uid: number): Promise<void> {
  const { world } = paths;
  if (ownWorld === undefined) return;
  // An empty one is no world: a file agent makes it, that came before this was done.
  await rmdir(world).catch(() => undefined);
  if (lstatSync(world, { throwIfNoEntry: false })) return;
  if (!existsSync(ownWorld)) throw new RuntimeError('unknown_map', `the world ${map} is gone`);
  const copy = join(paths.driver, 'world');
  await rm(copy, { recursive: true, force: true });
  await cp(ownWorld, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  if (lstatSync(copy).uid !== uid) await giveTo(copy, uid);
  await rename(copy, world);
}
