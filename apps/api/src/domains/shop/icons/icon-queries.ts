import { type SqlBool, sql } from 'kysely';
import { type Db, now } from '../../../db/pool.ts';

/** An existing one counts as uploaded now. */
export async function storeIcon(db: Db, hash: string, bytes: Buffer): Promise<void> {
  await db
    .insertInto('product_icons')
    .values({ hash, bytes })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ uploaded_at: now }))
    .execute();
}

export async function findIcon(db: Db, hash: string): Promise<Buffer | null> {
  const row = await db.selectFrom('product_icons').select('bytes').where('hash', '=', hash).executeTakeFirst();
  return row?.bytes ?? null;
}

/** Forgets those that no product has had for a day after the upload. */
export async function deleteUnusedIcons(db: Db): Promise<void> {
  await db
    .deleteFrom('product_icons')
    .where('uploaded_at', '<=', sql<Date>`now() - interval '1 day'`)
    .where(sql<SqlBool>`not exists (select from products where icon_hash = hash)`)
    .execute();
}
