import { maxFileBytes, type UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { fileUploadCheck } from '../files/file-upload-check.ts';
import { mapUploadCheck } from '../maps/map-upload-check.ts';

const mebibyte = 1024 * 1024;

/** What a purpose asks of an upload before it begins. */
interface PurposeRules<Purpose extends UploadPurpose> {
  /** The largest file. */
  maxBytes: number;
  /** Whether the account may; its row is locked. @throws AppError */
  check: (ctx: Context, tx: Tx, userId: string, purpose: Purpose) => Promise<void>;
}

const rules: { [Kind in UploadPurpose['kind']]: PurposeRules<Extract<UploadPurpose, { kind: Kind }>> } = {
  MAP: { maxBytes: 256 * mebibyte, check: (_ctx, tx, userId) => mapUploadCheck(tx, userId) },
  FILE: { maxBytes: maxFileBytes, check: (_ctx, tx, userId, { realmId }) => fileUploadCheck(tx, userId, realmId) },
};

/** @throws AppError upload_too_large, and those of the purpose */
export async function checkPurpose(
  ctx: Context,
  tx: Tx,
  userId: string,
  purpose: UploadPurpose,
  size: number,
): Promise<void> {
  const { maxBytes, check } = rules[purpose.kind] as PurposeRules<UploadPurpose>;
  if (size > maxBytes) throw new AppError('upload_too_large', { limit: maxBytes / mebibyte });
  await check(ctx, tx, userId, purpose);
}
