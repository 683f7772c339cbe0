import { eulaUrl, type KernelKind, ownJarRule, type Tier } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { recordActivity } from '../../audit/activity.ts';
import { AppError } from '../../../http/app-error.ts';
import { assertNotInstalling } from '../addons/changeable-addons.ts';
import { backupsBusy } from '../backups/snapshots.ts';
import { planHold } from '../../realms/plans/plan-kernels.ts';
import { lockVisibleRealm } from '../../realms/realm-access.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { lockTier } from '../../identity/users/user-tier.ts';
import { kernelObstacle, waysBack } from './kernel-policy.ts';
import {
  countOwnJars,
  findAcceptance,
  hasChangeUnderWay,
  insertAcceptance,
  insertChange,
  insertJar,
  type JarRow,
  listChanges,
} from './kernel-queries.ts';
import { buildOfOwn } from './own-jars.ts';

interface Order {
  to: { kernel: KernelKind; version: string; jar: string | null };
  /** The own jar that has been chosen; null where none has. */
  own: JarRow | null;
  /** The newer build of what the realm runs, and the jar that it takes the place of; null where it is no update. */
  update: { build: string; jar: string | null } | null;
  /** The backup whose world is restored; null for none. */
  back: string | null;
  /** The licence that the owner agrees to with this. */
  eula: string | null;
}

/**
 * Writes the order down, if nothing is against it.
 * @throws AppError realm_unknown, realm_blocked, realm_overlimit, kernel_tier, kernel_changing, kernel_no_world, kernel_same, kernel_older,
 * kernel_eula, kernel_jars, kernel_no_way_back, backup_running, restore_running, addon_installing
 */
export async function kernelOrder(ctx: Context, userId: string, realm: RealmRow, order: Order): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    // Locked before the realm, in the same order as changes of tiers.
    const tier: Tier = await lockTier(tx, realm.owner_id);
    const plan = await planHold(tx, tier);
    const row = await lockVisibleRealm(tx, userId, realm.id);
    if (order.eula !== null) await insertAcceptance(tx, row.owner_id, order.eula);
    const [isChanging, busy, accepted] = [
      await hasChangeUnderWay(tx, row.id),
      await backupsBusy(tx, row.id),
      await findAcceptance(tx, row.owner_id, eulaUrl),
    ];
    const obstacle = kernelObstacle({
      to: order.to,
      present: { kernel: row.kernel as KernelKind, version: row.kernel_version },
      isReturn: order.back !== null,
      isUpdate: order.update !== null && order.update.jar === row.kernel_jar,
      inPlan: plan.has(order.to.kernel),
      blocked: row.blocked_at !== null,
      overlimit: row.overlimit,
      hasWorld: row.lease > 0,
      isChanging,
      ...busy,
      agreed: accepted !== null,
    });
    if (obstacle) throw new AppError(obstacle, { version: row.kernel_version });
    await assertNotInstalling(tx, row.id);
    // Read again under the lock: a change that has just ended may have taken the place of this way.
    const ways = order.back === null ? [] : waysBack(await listChanges(tx, row.id), row.kernel);
    if (order.back !== null && !ways.some(({ snapshot_id }) => snapshot_id === order.back)) {
      throw new AppError('kernel_no_way_back');
    }
    if (order.own) {
      const { perRealm: limit } = ownJarRule;
      if ((await countOwnJars(tx, row.id, order.own.sha256)) >= limit) throw new AppError('kernel_jars', { limit });
      await insertJar(tx, order.own);
    }
    await insertChange(tx, {
      realmId: row.id,
      from: { kernel: row.kernel, version: row.kernel_version, jar: row.kernel_jar },
      to: order.to,
      worldId: order.back,
    });
    const action = order.back === null ? 'kernelChange' : 'kernelReturn';
    const build = order.own ? buildOfOwn(order.own.sha256) : order.update?.build;
    const what = [order.to.kernel, order.to.version, ...(build === undefined ? [] : [build])].join(' ');
    await recordActivity(tx, { realmId: row.id, actor: { userId }, action, what });
  });
}

/** The licences that the account has agreed to. */
export async function acceptancesDelete(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('eula_acceptances').where('user_id', '=', userId).execute();
}
