import { maxFileBytes, type UploadPurpose } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { bytesInRealm, fileUploadCheck } from '../files/file-upload-check.ts';
import { mapUploadCheck } from '../maps/map-upload-check.ts';
import { reservedBytes } from './upload-queries.ts';

const mebibyte = 1024 * 1024;

/** An upload's bytes, and those that were there before it. */
interface Room {
  size: number;
  before: number;
}

/** What a purpose asks of an upload before it begins. */
interface PurposeRules<Purpose extends UploadPurpose> {
  /** The largest file. */
  maxBytes: number;
  /** What is there already, where the file is to go. @throws AppError */
  before: (ctx: Context, userId: string, purpose: Purpose) => Promise<number>;
  /** Whether the account may; its row is locked. @throws AppError */
  check: (tx: Tx, userId: string, purpose: Purpose, room: Room) => Promise<void>;
}

const rules: { [Kind in UploadPurpose['kind']]: PurposeRules<Extract<UploadPurpose, { kind: Kind }>> } = {
  // Worlds of one's own are counted, not weighed.
  MAP: { maxBytes: 256 * mebibyte, before: async () => 0, check: (tx, userId) => mapUploadCheck(tx, userId) },
  FILE: {
    maxBytes: maxFileBytes,
    before: (ctx, userId, { realmId }) => bytesInRealm(ctx, userId, realmId),
    check: (tx, userId, { realmId }, { size, before }) =>
      fileUploadCheck(tx, userId, realmId, async () => before + size + (await reservedBytes(tx, realmId))),
  },
};

/** @throws AppError */
export function bytesBefore(ctx: Context, userId: string, purpose: UploadPurpose): Promise<number> {
  return (rules[purpose.kind] as PurposeRules<UploadPurpose>).before(ctx, userId, purpose);
}

/** @throws AppError upload_too_large, and those of the purpose */
export async function checkPurpose(tx: Tx, userId: string, purpose: UploadPurpose, room: Room): Promise<void> {
  const { maxBytes, check } = rules[purpose.kind] as PurposeRules<UploadPurpose>;
  if (room.size > maxBytes) throw new AppError('upload_too_large', { limit: maxBytes / mebibyte });
  await check(tx, userId, purpose, room);
}
