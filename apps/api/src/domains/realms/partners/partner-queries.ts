import { sql } from 'kysely';
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

/**
 * Of several at once for one user each counts those before it. The caller locks nothing else afterwards.
 * @returns false if they are a co-owner of so many realms already
 */
export async function insertPartner(tx: Tx, realmId: string, userId: string, most: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`partnered:${userId}`}, 0))`.execute(tx);
  const { numAffectedRows = 0n } = await sql`insert into realm_partners (realm_id, user_id)
    select ${realmId}, ${userId} where ${most} > (select count(*) from realm_partners p
      join realms r on r.id = p.realm_id where p.user_id = ${userId} and r.deleted_at is null)`.execute(tx);
  return numAffectedRows > 0n;
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
