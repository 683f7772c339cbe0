import { RealmSettings, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { realmInsert } from './realm-insert.ts';
import { planHold } from './plans/plan-kernels.ts';
import { realmEnd } from './realm-delete.ts';
import { slotsUnder } from './realm-policy.ts';
import { findRealm, lockRealm, type RealmRow, updateSettings } from './realm-queries.ts';
import { columnsOf } from './realm-settings-update.ts';
import { realmsApplyTier } from './realms-overlimit.ts';

type Insert = Parameters<typeof realmInsert>[2];

/**
 * Inserts a new realm that does not run until its world is there. The caller does the same as for `realmInsert`.
 * @param jar of the Java server that it begins with; null for the built-in server
 * @throws AppError as `realmInsert`
 */
export async function realmInsertFrozen(
  ctx: Context,
  tx: Tx,
  wanted: Omit<Insert, 'isOwn'>,
  jar: string | null,
): Promise<string> {
  // It begins with the backup's world, so the map need not exist any more.
  const id = await realmInsert(ctx, tx, { ...wanted, isOwn: true });
  await updateSettings(tx, id, { world_held: true, kernel_jar: jar });
  return id;
}

/** Makes a folder for its world, unless the realm is deleted. Its row stays until the caller has recorded the outcome. */
export async function realmPrepare({ db, runtime }: Context, id: string): Promise<void> {
  const row = await findRealm(db, id);
  if (row) await runtime.prepare(id, row.number);
}

/**
 * Gives a new realm the settings of a backup, as far as its owner's tier has them; missing ones stay as they are.
 * @param text as made by `settingsText` at that time
 * @param from the realm that was backed up, which knows the hash of its resource pack; null if it is gone
 */
export async function realmTakeSettings(tx: Tx, id: string, text: string, from: RealmRow | null): Promise<void> {
  const { resourcePackUrl, slots, ...settings } = RealmSettings.partial().parse(JSON.parse(text));
  const owner = (await findRealm(tx, id))?.owner_id;
  if (owner === undefined) return;
  const most = tierLimits[await lockTier(tx, owner)].slots;
  const known = from !== null && from.resource_pack_url === resourcePackUrl ? from.resource_pack_sha1 : null;
  const pack = resourcePackUrl && known ? { url: resourcePackUrl, sha1: known } : null;
  const allowed = slots === undefined ? most : slotsUnder(slots, most, most);
  await updateSettings(tx, id, columnsOf({ ...settings, slots: allowed }, pack));
}

/** Deletes a realm whose world could not be restored. Another that was above the limit may take its place. */
export async function realmDiscard(tx: Tx, id: string): Promise<void> {
  const owner = (await findRealm(tx, id))?.owner_id;
  if (owner === undefined) return;
  // Locked before the realm, in the same order as changes of tiers.
  const tier = await lockTier(tx, owner);
  await planHold(tx, tier);
  await lockRealm(tx, id);
  await realmEnd(tx, id);
  await realmsApplyTier(tx, owner, tier, tier);
}
