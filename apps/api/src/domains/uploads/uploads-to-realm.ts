import { type RealmUpload, UploadPurpose } from '@realmkeep/contract';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { receivedBytes } from './upload-files.ts';
import { uploadView } from './upload-status.ts';

/** What is being sent into a realm's files, and what has been within a day: the latest. */
export async function uploadsToRealm({ config, db }: Context, realmId: string): Promise<RealmUpload[]> {
  const rows = await db
    .selectFrom('uploads')
    .innerJoin('users', 'users.id', 'uploads.user_id')
    .selectAll('uploads')
    .select('users.nickname as by')
    .where(sql<string>`purpose ->> 'realmId'`, '=', realmId)
    .where(sql<string>`purpose ->> 'kind'`, '=', 'FILE')
    .orderBy('uploads.created_at', 'desc')
    .limit(100)
    .execute();
  const uploads = rows.map(async (row) => {
    const received = row.finished_at === null ? await receivedBytes(config, row.id) : row.size;
    const purpose = UploadPurpose.parse(row.purpose);
    const { id, user_id: userId, by, size, finished_at: finishedAt } = row;
    const path = purpose.kind === 'FILE' ? purpose.path : row.name;
    const { expires } = uploadView(row, received);
    return { id, path, size, received, userId, by, finished: finishedAt?.toISOString() ?? null, expires };
  });
  return await Promise.all(uploads);
}

/** The bytes that uploads under way are to bring into the realm's files, whoever sends them. */
export async function bytesToRealm(tx: Tx, realmId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .where(sql<string>`purpose ->> 'realmId'`, '=', realmId)
    .where(sql<string>`purpose ->> 'kind'`, '=', 'FILE')
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return bytes;
}
