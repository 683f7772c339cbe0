import { type Tier, tierLimits } from '@realmkeep/contract';
import type { Db, Tx } from '../../db/pool.ts';
import { realmsUnder, slotsUnder } from './realm-policy.ts';
import { turnOffUnplanned } from './plans/plan-kernel-queries.ts';
import { planHold, planOf } from './plans/plan-kernels.ts';
import { listOwned, setOverlimit, setTierLimits } from './realm-queries.ts';

/** What would become of the owner's realms under a tier. */
export async function realmsPreview(db: Db | Tx, ownerId: string, tier: Tier) {
  return realmsUnder(tier, await listOwned(db, ownerId), await planOf(db, tier));
}

/**
 * Gives the owner's realms what a tier allows: slots, border, what they run on, and how many there may be. Those above that stop and are kept until
 * their deletion time-out; those that have room again are free to run. The caller has locked the account.
 */
export async function realmsApplyTier(tx: Tx, ownerId: string, before: Tier, after: Tier): Promise<void> {
  const kernels = await planHold(tx, after);
  const realms = await listOwned(tx, ownerId);
  const { keeps, stops } = realmsUnder(after, realms, kernels);
  for (const realm of realms) {
    await setTierLimits(tx, realm.id, {
      slots: slotsUnder(realm.slots, tierLimits[before].slots, tierLimits[after].slots),
      borderDiameter: tierLimits[after].borderDiameter,
    });
  }
  await setOverlimit(
    tx,
    keeps.map(({ id }) => id),
    stops.map(({ id }) => id),
  );
  await turnOffUnplanned(tx, ownerId);
}
