import type { Db, Tx } from '../../db/pool.ts';

const columns = ['id', 'name', 'bytes', 'chunks', 'created_at'] as const;

/** The account's own worlds, the newest first. */
export function listMaps(db: Db | Tx, userId: string) {
  return db
    .selectFrom('maps')
    .select(columns)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}
