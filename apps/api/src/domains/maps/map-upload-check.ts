import { tierLimits } from '@realmkeep/contract';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { loadTier } from '../users/user-tier.ts';
import { listMaps } from './map-queries.ts';

/**
 * Whether the account may keep one more world of its own; its row is locked.
 * @throws AppError realm_create_forbidden, realm_map_limit
 */
export async function mapUploadCheck(tx: Tx, userId: string): Promise<void> {
  const limit = tierLimits[await loadTier(tx, userId)].communityMaps;
  if (limit === 0) throw new AppError('realm_create_forbidden');
  const kept = await listMaps(tx, userId);
  if (kept.length >= limit) throw new AppError('realm_map_limit', { limit });
}
