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

/** Serialises the start of all uploads until the transaction ends: each counts what the earlier ones have reserved. */
export async function lockReservations(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${reservationsLockKey})`.execute(tx);
}

/** An upload that is silent for this long loses its reserved space, as reserving costs nothing. */
const reservedFor = sql<Date>`now() - interval '10 minutes'`;

/** What uploads under way have still to bring, everybody's, but those that rest. */
export async function bytesToCome(tx: Tx): Promise<number> {
  const { bytes } = await tx
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(size - received), 0)::float8`.as('bytes'))
    .where('finished_at', 'is', null)
    .where(sql<Date>`coalesce(piece_at, created_at)`, '>', reservedFor)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** A piece that has arrived. */
interface Piece {
  blob: string;
  bytes: number;
}

/** What arrived last of the upload as this row has it; null: nothing has. */
export async function lastPiece(db: Db, { id, received }: UploadRow): Promise<Piece | null> {
  if (received === 0) return null;
  const row = await db
    .selectFrom('upload_pieces')
    .select(['blob', 'bytes'])
    .where('upload_id', '=', id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The pieces of the upload, in their order. */
export function listPieces(db: Db, uploadId: string): Promise<Piece[]> {
  return db
    .selectFrom('upload_pieces')
    .select(['blob', 'bytes'])
    .where('upload_id', '=', uploadId)
    .orderBy('at')
    .execute();
}

/**
 * Records a stored piece, if the upload still ends where this row says: of several for one position the first counts.
 * @param joins the blob whose content its own begins with, and which it replaces
 * @returns whether it was recorded
 */
export function addPiece(
  db: Db,
  { id, received }: UploadRow,
  { blob, bytes, joins }: Piece & { joins: string | null },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('uploads')
      .set({ received: received + bytes, piece_at: now })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .where('received', '=', received)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (joins === null) {
      await tx.insertInto('upload_pieces').values({ blob, upload_id: id, at: received, bytes }).execute();
    } else {
      await tx
        .updateTable('upload_pieces')
        .set({ blob, bytes: sql<number>`bytes + ${bytes}` })
        .where('blob', '=', joins)
        .execute();
    }
    return true;
  });
}

/** The blobs that belong to an upload. Names that are not UUIDs are ignored. */
export async function existingPieces(db: Db, blobs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('upload_pieces')
    .select('blob')
    .where('blob', '=', sql<string>`any(${blobs.filter((blob) => isUuid.test(blob))}::uuid[])`)
    .execute();
  return new Set(rows.map(({ blob }) => blob));
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

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

/** The claim is renewed every few seconds. */
const claimFor = sql<Date>`now() + interval '10 seconds'`;
const unclaimed = sql<boolean>`(claimed_until is null or claimed_until <= now())`;

/** Claims an upload to use it for its purpose; nothing while another has it. */
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

/** @returns its blobs, now without an owner; null: there is no such upload, or it is claimed */
export function deleteUpload(db: Db, userId: string, id: string): Promise<string[] | null> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('uploads')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('finished_at', 'is', null)
      .where(unclaimed)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    const pieces = await deletePieces(tx, id);
    await tx.deleteFrom('uploads').where('id', '=', id).execute();
    return pieces;
  });
}

async function deletePieces(tx: Tx, uploadId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('upload_pieces').where('upload_id', '=', uploadId).returning('blob').execute();
  return rows.map(({ blob }) => blob);
}

/**
 * Records that it has served its purpose, if the claim still holds. The latest hundred of these are kept per account.
 * @returns its blobs, now without an owner; null: the claim no longer holds
 */
export async function finishUpload(
  tx: Tx,
  { id, user_id: userId }: UploadRow,
  claim: string,
): Promise<string[] | null> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ finished_at: now, claim: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  const older = tx
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .offset(100);
  await tx.deleteFrom('uploads').where('id', 'in', older).execute();
  return deletePieces(tx, id);
}

/** Deletes expired ones; one that is in use is left for the next time. */
export async function deleteExpiredUploads(db: Db): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('created_at', '<=', sql<Date>`now() - interval '24 hours'`)
    .where(unclaimed)
    .execute();
}
