import { sql } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';

/** How many of an account's networks count as known, by its latest logins. */
const kept = 50;

/**
 * Records where the account logs in from. The caller has locked it.
 * @returns whether it had logged in from other networks before, but never from this one
 */
export async function noteNetwork(tx: Tx, userId: string, network: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean; others: boolean }>`
    select coalesce(bool_or(network = ${network}), false) as known, count(*) > 0 as others
    from login_networks where user_id = ${userId}`.execute(tx);
  await tx
    .insertInto('login_networks')
    .values({ user_id: userId, network })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: now }))
    .execute();
  const latest = tx
    .selectFrom('login_networks')
    .select('network')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .limit(kept);
  await tx.deleteFrom('login_networks').where('user_id', '=', userId).where('network', 'not in', latest).execute();
  return rows[0]?.others === true && !rows[0].known;
}

/** Deletes what has not been used for half a year. */
export async function deleteOldNetworks(db: Db): Promise<void> {
  await db
    .deleteFrom('login_networks')
    .where('seen_at', '<', sql<Date>`now() - interval '180 days'`)
    .execute();
}
