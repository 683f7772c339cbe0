import type { Tx } from '../../db/pool.ts';
import { listOwned, lockRealm, markDeleted } from './realm-queries.ts';

/** Deletes all realms of an account that is locked, as `realmDelete` does one: the reconciler stops them and removes their worlds. */
export async function realmsDeleteOwned(tx: Tx, ownerId: string): Promise<void> {
  for (const { id } of await listOwned(tx, ownerId)) {
    await lockRealm(tx, id);
    await markDeleted(tx, id);
  }
}
