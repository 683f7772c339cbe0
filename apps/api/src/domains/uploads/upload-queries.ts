import type { UploadPurpose } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { Uploads } from '../../db/schema.gen.ts';

export type UploadRow = Selectable<Uploads>;

/** How many uploads of the account are under way, and their bytes, arrived or not. */
export async function countUploads(tx: Tx, userId: string): Promise<{ count: number; bytes: number }> {
  return tx
    .selectFrom('uploads')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      // A number that is a float holds every sum of these exactly.
      sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'),
    ])
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export function insertUpload(
  tx: Tx,
  upload: { userId: string; purpose: UploadPurpose; name: string; size: number },
): Promise<UploadRow> {
  return tx
    .insertInto('uploads')
    .values({
      user_id: upload.userId,
      purpose: JSON.stringify(upload.purpose),
      name: upload.name,
      size: upload.size,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The account's upload, if it is under way. */
export function findUpload(db: Db | Tx, userId: string, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
}

/** What is being sent into a realm's files, and what has been within a day: the latest. */
export function listRealmUploads(db: Db, realmId: string) {
  return db
    .selectFrom('uploads')
    .innerJoin('users', 'users.id', 'uploads.user_id')
    .selectAll('uploads')
    .select('users.nickname as by')
    .where(sql<string>`purpose ->> 'realmId'`, '=', realmId)
    .where(sql<string>`purpose ->> 'kind'`, '=', 'FILE')
    .orderBy('uploads.created_at', 'desc')
    .limit(100)
    .execute();
}

/** Locks it until the transaction ends; nothing too while another holds it. */
export function lockUpload(tx: Tx, userId: string, id: string): Promise<UploadRow | undefined> {
  return tx
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('uploads').where('id', '=', id).execute();
}

/** Notes that it has become what it was for. Of each account the latest hundred of these are kept. */
export async function finishUpload(tx: Tx, { id, user_id: userId }: UploadRow): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  const older = tx
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .offset(100);
  await tx.deleteFrom('uploads').where('id', 'in', older).execute();
}

/** Deletes those that have had their day; one that is being used now is left for the next time. */
export async function deleteExpiredUploads(db: Db): Promise<void> {
  const expired = db
    .selectFrom('uploads')
    .select('id')
    .where('created_at', '<=', sql<Date>`now() - interval '24 hours'`)
    .forUpdate()
    .skipLocked();
  await db.deleteFrom('uploads').where('id', 'in', expired).execute();
}

/** Those of the ids that are under way. */
export async function existingUploads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('finished_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
