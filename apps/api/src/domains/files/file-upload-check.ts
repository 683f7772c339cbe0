import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { lockVisibleRealm } from '../realms/realm-access.ts';
import { filesOf } from './files-of.ts';

/** What the realm's files take; nothing where there are none yet. @throws AppError realm_unknown, unavailable */
export async function bytesInRealm(ctx: Context, userId: string, realmId: string): Promise<number> {
  try {
    return (await filesOf(ctx, userId, realmId, (files) => files.usage())).bytes;
  } catch (error) {
    if (error instanceof AppError && error.code === 'file_none') return 0;
    throw error;
  }
}

/**
 * Whether the account may send files for the realm, and they fit its plan. The realm's row stays locked: of two at once the second counts
 * the first.
 * @param bytes of what is there, on its way, and to come
 * @throws AppError realm_unknown, file_quota
 */
export async function fileUploadCheck(
  tx: Tx,
  userId: string,
  realmId: string,
  bytes: () => Promise<number>,
): Promise<void> {
  const { ownerTier } = await lockVisibleRealm(tx, userId, realmId);
  if ((await bytes()) > tierLimits[ownerTier as Tier].files.bytes) throw new AppError('file_quota');
}
