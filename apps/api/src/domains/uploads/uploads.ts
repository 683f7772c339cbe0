import { type Upload, UploadPurpose, type RealmUpload } from '@realmkeep/contract';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf, Handler } from '../../http/register-routes.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { received, appendPiece, receivedBytes, removeUploadFile } from './upload-files.ts';
import type { RulesOfPurposes, UploadRules } from './upload-purpose.ts';
import {
  countUploads,
  insertUpload,
  listOpenUploads,
  lockReservations,
  findUpload,
  deleteUpload,
  type UploadRow,
} from './upload-queries.ts';

/** Of one account at once. */
const maxUploads = 10;
const maxUploadBytes = 1024 * 1024 * 1024;
const mebibyte = 1024 * 1024;
/** What sends nothing for so long keeps no room on the disk from others: to reserve costs nobody anything. */
const reservedForMs = 10 * 60_000;

/**
 * Reserves the file's room until it is cancelled, has become what it is for, or expires: on the disk, and where it is to go. So two that
 * would each fit do not both begin.
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
    // The lock makes uploads that begin at the same time count one another.
    await lockTier(tx, actor.userId);
    if (body.size > rules.maxMebibytes * mebibyte)
      throw new AppError('upload_too_large', { limit: rules.maxMebibytes });
    await rules.check(tx, actor.userId, body.purpose, { before, more: body.size });
    const { count, bytes } = await countUploads(tx, actor.userId);
    if (count >= maxUploads || bytes + body.size > maxUploadBytes) throw new AppError('upload_limit');
    await lockReservations(tx);
    await assertDiskSpace(ctx, (await bytesToCome(ctx, tx)) + body.size);
    return uploadView(await insertUpload(tx, { ...body, userId: actor.userId }), 0);
  });
}

/** What uploads under way have still to bring, everybody's, but those that rest. */
async function bytesToCome(ctx: Context, tx: Tx): Promise<number> {
  const open = await listOpenUploads(tx);
  const left = open.map(async ({ id, size, created_at: created }) => {
    const { bytes, at } = await received(ctx.config, id);
    const rests = Date.now() - (at ?? created).getTime() > reservedForMs;
    return rests ? 0 : Math.max(0, size - bytes);
  });
  return (await Promise.all(left)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Uploads to which a piece is added now. */
const growing = new Set<string>();

/**
 * Adds the next piece. Of two at once one is told where the file ends by then.
 * @throws AppError upload_unknown, upload_offset, upload_too_large, disk_full
 */
export const uploadAppend: Handler<'uploadAppend'> = async (ctx, call) => {
  const { actor, params, query, bytes } = call;
  const row = await findUpload(ctx.db, actor.userId, params.id);
  if (!row) throw new AppError('upload_unknown');
  if (growing.has(row.id)) throw new AppError('upload_offset', { offset: await receivedBytes(ctx.config, row.id) });
  growing.add(row.id);
  try {
    // One that has rested has no room reserved.
    await assertDiskSpace(ctx, bytes.length);
    return uploadView(row, await appendPiece(ctx.config, row, query.offset, bytes));
  } finally {
    growing.delete(row.id);
  }
};

/** @throws AppError upload_unknown */
export const uploadStatus: Handler<'uploadStatus'> = async (ctx, { actor, params }) => {
  const row = await findUpload(ctx.db, actor.userId, params.id);
  if (!row) throw new AppError('upload_unknown');
  return uploadView(row, await receivedBytes(ctx.config, row.id));
};

/** @throws AppError upload_unknown, also while it is being used */
export const uploadCancel: Handler<'uploadCancel'> = async (ctx, { actor, params }) => {
  if (!(await deleteUpload(ctx.db, actor.userId, params.id))) throw new AppError('upload_unknown');
  await removeUploadFile(ctx.config, params.id);
  return null;
};

/** All of the account's. Their files are swept. */
export async function uploadsDelete(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('uploads').where('user_id', '=', userId).execute();
}

const dayMs = 24 * 60 * 60 * 1000;

function uploadView(row: UploadRow, received: number): Upload {
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    received,
    purpose: UploadPurpose.parse(row.purpose),
    expires: new Date(row.created_at.getTime() + dayMs).toISOString(),
  };
}

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
