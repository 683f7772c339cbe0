import type { UploadPurpose } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import { type Db, type Tx, now } from '../../db/pool.ts';
import type { Uploads } from '../../db/schema.gen.ts';

export type UploadRow = Selectable<Uploads>;

/** Any number that no other lock of the database has. */
const reservationsLockKey = 7_310_413;

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

/** Uploads of everybody that begin wait for one another until the transaction ends: each counts what the ones before have reserved. */
export async function lockReservations(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${reservationsLockKey})`.execute(tx);
}

/** Every upload under way. */
export function listOpenUploads(tx: Tx): Promise<{ id: string; size: number; created_at: Date }[]> {
  return tx.selectFrom('uploads').select(['id', 'size', 'created_at']).where('finished_at', 'is', null).execute();
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

/** Whoever has it says every few seconds that it goes on. */
const claimFor = sql<Date>`now() + interval '10 seconds'`;
const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= now())`;

/** Takes it for whoever makes of it what it is for; nothing while another has it. */
export function claimUpload(db: Db, userId: string, id: string, claim: string): Promise<UploadRow | undefined> {
  return db
    .updateTable('uploads')
    .set({ claim, claimed_until: claimFor })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .where(unclaimed)
    .returningAll()
    .executeTakeFirst();
}

export async function holdUpload(db: Db, id: string, claim: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ claimed_until: claimFor })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

export async function letUploadGo(db: Db, id: string, claim: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ claim: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

/** @returns whether there was one that nobody has taken */
export async function deleteUpload(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .where(unclaimed)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Notes that it has become what it was for, if the claim still holds. Of each account the latest hundred of these are kept.
 * @returns whether it does
 */
export async function finishUpload(tx: Tx, { id, user_id: userId }: UploadRow, claim: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ finished_at: now, claim: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const older = tx
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .offset(100);
  await tx.deleteFrom('uploads').where('id', 'in', older).execute();
  return true;
}

/** Deletes those that have had their day; one that is being used now is left for the next time. */
export async function deleteExpiredUploads(db: Db): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('created_at', '<=', sql<Date>`now() - interval '24 hours'`)
    .where(unclaimed)
    .execute();
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
