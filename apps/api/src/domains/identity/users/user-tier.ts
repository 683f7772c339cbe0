import type { Tier } from '@realmkeep/contract';
import type { Db, Tx } from '../../../db/pool.ts';
import { loadUser, lockUser } from './user-queries.ts';

export async function loadTier(db: Db | Tx, userId: string): Promise<Tier> {
  return (await loadUser(db, userId)).tier as Tier;
}

/** The same, with the account locked until the transaction ends: count its possessions only after this. */
export async function lockTier(tx: Tx, userId: string): Promise<Tier> {
  return (await lockUser(tx, userId)).tier as Tier;
}

/** Sets the account's tier. The caller handles the other consequences in the same transaction. */
export async function setTier(tx: Tx, userId: string, tier: Tier): Promise<void> {
  await tx.updateTable('users').set({ tier }).where('id', '=', userId).execute();
}

/** What the account has, and since when. */
export async function loadStanding(db: Db | Tx, userId: string): Promise<{ tier: Tier; registered: Date }> {
  const { tier, reg_date } = await loadUser(db, userId);
  return { tier: tier as Tier, registered: reg_date };
}
