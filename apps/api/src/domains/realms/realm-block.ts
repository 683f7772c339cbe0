import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

/** @returns the name; nothing if there is no such realm */
export function setRealmBlocked(tx: Tx, id: string, reason: string | null) {
  return tx
    .updateTable('realms')
    .set({ blocked_at: reason === null ? null : sql<Date>`coalesce(blocked_at, now())`, blocked_reason: reason })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
}
