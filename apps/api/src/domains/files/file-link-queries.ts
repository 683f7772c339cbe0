import { type Selectable, sql } from 'kysely';
import { type Db, now } from '../../db/pool.ts';
import type { FileLinks } from '../../db/schema.gen.ts';

export type FileLinkRow = Selectable<FileLinks>;

/** @param link valid for a minute. Links not used in time are deleted. */
export async function insertLink(
  db: Db,
  link: { hash: Buffer; userId: string; realmId: string; path: string },
): Promise<void> {
  await db.deleteFrom('file_links').where('expires_at', '<=', now).execute();
  await db
    .insertInto('file_links')
    .values({
      hash: link.hash,
      user_id: link.userId,
      realm_id: link.realmId,
      path: link.path,
      expires_at: sql<Date>`now() + interval '1 minute'`,
    })
    .execute();
}

/** Consumes the link. */
export async function takeLink(db: Db, hash: Buffer): Promise<FileLinkRow | undefined> {
  return db
    .deleteFrom('file_links')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}
