import type { Tier } from '@realmkeep/contract';
import type { Db, Tx } from '../../db/pool.ts';
import { loadUser, lockUser } from './user-queries.ts';

export async function loadTier(db: Db, userId: string): Promise<Tier> {
  return (await loadUser(db, userId)).tier as Tier;
}

/** The same, with the account locked until the transaction ends: what counts its possessions comes after. */
export async function lockTier(tx: Tx, userId: string): Promise<Tier> {
  return (await lockUser(tx, userId)).tier as Tier;
}
