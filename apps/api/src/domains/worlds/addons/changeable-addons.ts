import type { AddonKind } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import { assertPrograms } from '../../../limits/programs.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { isRestoring } from '../backups/restore-queries.ts';
import { hasChangeUnderWay } from '../kernels/kernel-queries.ts';
import { fitOf } from './addon-policy.ts';
import { findOrder } from './addon-queries.ts';

/** Changes by one account in ten minutes. */
const changes = { max: 120, seconds: 600 };

/** A realm of the user's that takes add-ons of the kind. @throws AppError realm_unknown, rate_limited, programs_off, addon_kernel */
export async function changeableRealm(
  ctx: Context,
  userId: string,
  realmId: string,
  kind: AddonKind,
): Promise<RealmRow> {
  const realm = await visibleRealm(ctx, userId, realmId);
  if (fitOf(kind, realm) === null) throw new AppError('addon_kernel');
  if (kind !== 'DATA_PACK') assertPrograms(ctx);
  await consumeRateLimit(ctx.db, { key: `addons:change:${userId}`, ...changes });
  return realm;
}

/** @throws AppError addon_installing */
export async function assertNotInstalling(db: Db | Tx, realmId: string): Promise<void> {
  if ((await findOrder(db, realmId))?.state === 'RUNNING') throw new AppError('addon_installing');
}

/** Asserts that nothing else is exchanging its files now. @throws AppError kernel_changing, restore_running */
export async function assertChangeable(db: Db | Tx, realmId: string): Promise<void> {
  if (await hasChangeUnderWay(db, realmId)) throw new AppError('kernel_changing');
  if (await isRestoring(db, realmId)) throw new AppError('restore_running');
}
