import { tierLimits } from '@realmkeep/contract';
import type { Db, Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { loadTier } from '../identity/users/user-tier.ts';
import type { UploadRules } from '../uploads/upload-purpose.ts';
import { listMaps } from './map-queries.ts';

/** Worlds of one's own are counted, not weighed. */
export const mapUploads: UploadRules<'MAP'> = {
  maxMebibytes: 256,
  bytesBefore: async () => 0,
  check: (tx, userId) => assertMapRoom(tx, userId),
};

/**
 * Asserts that the account may store one more world; conclusive if its row is locked.
 * @throws AppError realm_create_forbidden, realm_map_limit
 */
export async function assertMapRoom(db: Db | Tx, userId: string): Promise<void> {
  const limit = tierLimits[await loadTier(db, userId)].communityMaps;
  if (limit === 0) throw new AppError('realm_create_forbidden');
  const kept = await listMaps(db, userId);
  if (kept.length >= limit) throw new AppError('realm_map_limit', { limit });
}
