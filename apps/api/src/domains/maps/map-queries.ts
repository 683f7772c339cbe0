import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../db/pool.ts';
import type { Maps } from '../../db/schema.gen.ts';

const columns = ['id', 'name', 'bytes', 'chunks', 'picture', 'created_at'] as const;
export type MapRow = Pick<Selectable<Maps>, (typeof columns)[number]>;

/** The account's own worlds, the newest first. */
export function listMaps(db: Db | Tx, userId: string): Promise<MapRow[]> {
  return db
    .selectFrom('maps')
    .select(columns)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export function insertMap(
  tx: Tx,
  map: { userId: string; name: string; bytes: number; chunks: number; picture: Buffer | null; blob: string },
): Promise<MapRow> {
  const { userId, ...columnsOf } = map;
  return tx
    .insertInto('maps')
    .values({ ...columnsOf, user_id: userId })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Whether the account has this world. It is not deleted before the transaction ends. */
export async function holdMap(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('maps')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether the account had such a world */
export async function deleteMap(db: Db, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('maps')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes worlds that were deleted an hour ago, except those that a realm has yet to start with. */
export async function forgetDeletedMaps(db: Db): Promise<void> {
  await db
    .deleteFrom('maps')
    .where('deleted_at', '<=', sql<Date>`now() - interval '1 hour'`)
    .where(
      sql<boolean>`not exists (select from realms where realms.map = maps.id::text and realms.began_at is null
        and realms.deleted_at is null)`,
    )
    .execute();
}

interface UnkeptMap {
  id: string;
  bytes: number;
}

/** Those of the ids that are no archive yet, deleted or not. */
export function unkeptMaps(db: Db, ids: readonly string[]): Promise<UnkeptMap[]> {
  return db
    .selectFrom('maps')
    .select(['id', 'bytes'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('blob', 'is', null)
    .execute();
}

/** A world for a realm to start with, deleted or not. @param id the name of the realm's map, which need not be one */
export async function findStoredMap(db: Db, id: string): Promise<(UnkeptMap & { blob: string | null }) | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  return db.selectFrom('maps').select(['id', 'bytes', 'blob']).where('id', '=', id).executeTakeFirst();
}

/** Records the archive of a world without one. @returns the one that it has now */
export async function setBlob(db: Db, id: string, blob: string): Promise<string> {
  const row = await db
    .updateTable('maps')
    .set({ blob: sql<string>`coalesce(blob, ${blob})` })
    .where('id', '=', id)
    .returning('blob')
    .executeTakeFirst();
  if (row?.blob == null) throw new Error(`the world ${id} is gone`);
  return row.blob;
}

/** The blobs that are archives of worlds, deleted ones too. Names that are not UUIDs are ignored. */
export async function existingBlobs(db: Db, blobs: readonly string[]): Promise<Set<string>> {
  const ids = blobs.filter((blob) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(blob));
  const rows = await db
    .selectFrom('maps')
    .select('blob')
    .where('blob', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.flatMap(({ blob }) => blob ?? []));
}
