import { maxFileBytes, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import type { UploadRules } from '../uploads/upload-purpose.ts';
import { bytesToRealm } from '../uploads/uploads.ts';
import { filesOf } from './files-of.ts';

/** An upload for a realm's files must fit the owner's plan. The realm's row stays locked: of two at once, the second counts the first. */
export const fileUploads: UploadRules<'FILE'> = {
  maxMebibytes: maxFileBytes / 1024 ** 2,
  bytesBefore: (ctx, userId, { realmId }) => bytesInRealm(ctx, userId, realmId),
  /** @throws AppError realm_unknown, file_quota */
  check: async (tx, userId, { realmId }, { before, more }) => {
    const { ownerTier } = await lockVisibleRealm(tx, userId, realmId);
    const bytes = before + more + (await bytesToRealm(tx, realmId));
    if (bytes > tierLimits[ownerTier as Tier].files.bytes) throw new AppError('file_quota');
  },
};

/** The size of the realm's files; nothing where there are none yet. @throws AppError realm_unknown, unavailable */
async function bytesInRealm(ctx: Context, userId: string, realmId: string): Promise<number> {
  try {
    return (await filesOf(ctx, userId, realmId, (files) => files.usage())).bytes;
  } catch (error) {
    if (error instanceof AppError && error.code === 'file_none') return 0;
    throw error;
  }
}
