import { type Upload, UploadPurpose, type RealmUpload } from '@realmkeep/contract';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { assertStoreSpace } from '../../limits/disk-space.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf, Handler } from '../../http/register-routes.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { appendPiece, removePieces } from './upload-pieces.ts';
import type { RulesOfPurposes, UploadRules } from './upload-purpose.ts';
import {
  bytesToCome,
  countUploads,
  insertUpload,
  lockReservations,
  findUpload,
  deleteUpload,
  type UploadRow,
} from './upload-queries.ts';

/** Of one account at once. */
const maxUploads = 10;
const maxUploadBytes = 1024 * 1024 * 1024;
const mebibyte = 1024 * 1024;

/**
 * Reserves space for the file, on the disk and at its destination, until it is used, cancelled, or expires. So two that
 * would fit only one at a time do not both begin.
 * @throws AppError upload_limit, upload_too_large, disk_full, and those of the purpose
 */
export async function uploadStart(
  ctx: Context,
  { actor, body }: CallOf<'uploadStart'>,
  rulesOfPurposes: RulesOfPurposes,
): Promise<Upload> {
  const rules = rulesOfPurposes[body.purpose.kind] as UploadRules<UploadPurpose['kind']>;
  // A realm's file agent is asked, which may take its time: before anything is locked.
  const before = await rules.bytesBefore(ctx, actor.userId, body.purpose);
  return ctx.db.transaction().execute(async (tx) => {
    // With the lock, uploads that begin at the same time count one another.
    await lockTier(tx, actor.userId);
    if (body.size > rules.maxMebibytes * mebibyte)
      throw new AppError('upload_too_large', { limit: rules.maxMebibytes });
    await rules.check(tx, actor.userId, body.purpose, { before, more: body.size });
    const { count, bytes } = await countUploads(tx, actor.userId);
    if (count >= maxUploads || bytes + body.size > maxUploadBytes) throw new AppError('upload_limit');
    await lockReservations(tx);
    await assertStoreSpace(ctx, ctx.blobs.uploads, (await bytesToCome(tx)) + body.size);
    return uploadView(await insertUpload(tx, { ...body, userId: actor.userId }));
  });
}

/**
 * Adds the next piece, whichever process has the earlier ones. Of two at once, one gets the position where the file ends by then.
 * @throws AppError upload_unknown, upload_offset, upload_too_large, disk_full
 */
export const uploadAppend: Handler<'uploadAppend'> = async (ctx, { actor, params, query, bytes }) => {
  const row = await findUpload(ctx.db, actor.userId, params.id);
  if (!row) throw new AppError('upload_unknown');
  if (query.offset !== row.received) throw new AppError('upload_offset', { offset: row.received });
  if (bytes.length === 0) return uploadView(row);
  const received = await appendPiece(ctx, row, bytes);
  if (received !== null) return uploadView({ ...row, received });
  const since = await findUpload(ctx.db, actor.userId, params.id);
  if (!since) throw new AppError('upload_unknown');
  throw new AppError('upload_offset', { offset: since.received });
};

/** @throws AppError upload_unknown */
export const uploadStatus: Handler<'uploadStatus'> = async (ctx, { actor, params }) => {
  const row = await findUpload(ctx.db, actor.userId, params.id);
  if (!row) throw new AppError('upload_unknown');
  return uploadView(row);
};

/** @throws AppError upload_unknown, also while it is being used */
export const uploadCancel: Handler<'uploadCancel'> = async (ctx, { actor, params }) => {
  const pieces = await deleteUpload(ctx.db, actor.userId, params.id);
  if (!pieces) throw new AppError('upload_unknown');
  await removePieces(ctx, pieces);
  return null;
};

/** All of an account, all to a realm, or those of the account to the realm. Their pieces are swept. */
export async function uploadsDelete(
  tx: Tx,
  { userId, realmId }: { userId: string; realmId?: string } | { userId?: string; realmId: string },
): Promise<void> {
  await tx
    .deleteFrom('uploads')
    .$if(userId !== undefined, (all) => all.where('user_id', '=', userId ?? ''))
    .$if(realmId !== undefined, (all) =>
      // As the index has them.
      all
        .where(sql<string>`purpose ->> 'kind'`, '=', 'FILE')
        .where(sql<string>`purpose ->> 'realmId'`, '=', realmId ?? ''),
    )
    .execute();
}

const dayMs = 24 * 60 * 60 * 1000;

function uploadView(row: UploadRow): Upload {
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    received: row.received,
    purpose: UploadPurpose.parse(row.purpose),
    expires: new Date(row.created_at.getTime() + dayMs).toISOString(),
  };
}

/** Uploads into a realm's files: those under way, and the latest within a day. */
export async function uploadsToRealm({ db }: Context, realmId: string): Promise<RealmUpload[]> {
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
  return rows.map((row) => {
    const purpose = UploadPurpose.parse(row.purpose);
    const { id, user_id: userId, by, size, received, finished_at: finishedAt } = row;
    const path = purpose.kind === 'FILE' ? purpose.path : row.name;
    const finished = finishedAt?.toISOString() ?? null;
    return { id, path, size, received, userId, by, finished, expires: uploadView(row).expires };
  });
}

/** The bytes that uploads under way, of any user, will add to the realm's files. */
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
