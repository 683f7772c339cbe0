import type { Upload, UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { received } from './upload-files.ts';
import type { RulesOfPurposes, UploadRules } from './upload-purpose.ts';
import { countUploads, insertUpload, listOpenUploads, lockReservations } from './upload-queries.ts';
import { uploadView } from './upload-status.ts';

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
