import type { Db, Tx } from '../../../db/pool.ts';

/** In the order in which they were added. */
export function listPartners(db: Db | Tx, realmId: string) {
  return db
    .selectFrom('realm_partners as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id as userId', 'u.nickname as username', 'p.created_at'])
    .where('p.realm_id', '=', realmId)
    .orderBy('p.created_at')
    .orderBy('p.user_id')
    .execute();
}

export async function insertPartner(tx: Tx, realmId: string, userId: string): Promise<void> {
  await tx.insertInto('realm_partners').values({ realm_id: realmId, user_id: userId }).execute();
}

/** @returns the removed co-owner; nothing if they were not one */
export function deletePartner(tx: Tx, realmId: string, userId: string) {
  return tx
    .deleteFrom('realm_partners as p')
    .using('users as u')
    .whereRef('u.id', '=', 'p.user_id')
    .where('p.realm_id', '=', realmId)
    .where('p.user_id', '=', userId)
    .returning('u.nickname')
    .executeTakeFirst();
}
