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

/** @returns whether he was one */
export async function deletePartner(db: Db, realmId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('realm_partners')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
