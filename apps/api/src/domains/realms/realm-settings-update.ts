import {
  packUrl,
  type RealmSettingsUpdateBody,
  type SettingName,
  slotsProblem,
  type Tier,
  tierLimits,
} from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import type { CheckedPack } from '../../integrations/resource-packs/resource-packs.ts';
import { recordActivity } from '../audit/activity.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { lockVisibleRealm, visibleRealm } from './realm-access.ts';
import { phaseOf } from './live/realm-live.ts';
import { mayConfigure } from './realm-policy.ts';
import { powerColumns, type RealmRow, updateSettings } from './realm-queries.ts';
import { enforcementOf, realmView } from './realm-views.ts';
import { chosenColumns } from './setting-columns.ts';

/** Packs that one account may have fetched in ten minutes. */
const maxPacks = 20;
const windowSeconds = 10 * 60;

type Change = Partial<Omit<RealmSettingsUpdateBody, 'updatedFields'>>;

/**
 * Stores what `updatedFields` names, all or nothing; the reconciler updates the running realm. A change of slots turns a running realm off.
 * @throws AppError realm_unknown, forbidden, realm_slots_…, realm_pack_…, rate_limited
 */
export const realmSettingsUpdate: Handler<'realmSettingsUpdate'> = async (ctx, { actor, params, body }) => {
  const fields = [...new Set(body.updatedFields)];
  const change: Change = Object.fromEntries(fields.map((name) => [name, body[name]]));
  const before = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayConfigure(actor.userId, before)) throw new AppError('forbidden');
  const pack = await fetchedPack(ctx, actor.userId, before, change.resourcePackUrl);

  return ctx.db.transaction().execute(async (tx) => {
    // Locked before the realm, in the same order as changes of tiers.
    const tier = await lockTier(tx, before.owner_id);
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (pack) assertPacks(tier);
    const problem = change.slots === undefined ? null : slotsProblem(change.slots, row.slots, tierLimits[tier].slots);
    if (problem) throw new AppError(problem, { limit: tierLimits[tier].slots ?? 0 });

    const now = phaseOf(row, ctx.directory.observed(row.id));
    const stopped = change.slots !== undefined && row.power === 'ON' && now !== 'SLEEPING';
    const columns = columnsOf(change, pack);
    await updateSettings(tx, row.id, { ...columns, ...(stopped ? powerColumns('OFF') : {}) });
    // Only the names: an address may contain something that only its owner may see.
    await recordActivity(tx, { realmId: row.id, actor, action: 'settings', what: fields.join(', ') });
    const after = { ...row, ...columns, ...(stopped ? { power: 'OFF' } : {}) };
    const runs = !stopped && (now === 'STARTING' || now === 'READY');
    return { realm: realmView(ctx, actor.userId, after), stopped, ...outcomeOf(ctx, row, runs, fields) };
  });
};

/** Undefined if unchanged, null if the pack is to be removed. */
async function fetchedPack(
  ctx: Context,
  userId: string,
  realm: RealmRow,
  typed: string | null | undefined,
): Promise<CheckedPack | null | undefined> {
  if (typed === undefined || typed === null) return typed;
  const url = packUrl(typed);
  if (url === null) throw new AppError('realm_pack_url');
  assertPacks(realm.ownerTier as Tier);
  await consumeRateLimit(ctx.db, { key: `resource-pack:${userId}`, max: maxPacks, seconds: windowSeconds });
  return ctx.resourcePacks.check(url);
}

function assertPacks(tier: Tier): void {
  if (!tierLimits[tier].resourcePacks) throw new AppError('realm_pack_tier');
}

/** What a row says of them; undefined is left as it is. */
export function columnsOf(
  change: Change,
  pack: Pick<CheckedPack, 'url' | 'sha1'> | null | undefined,
): Partial<RealmRow> {
  const columns: Partial<RealmRow> = {
    ...chosenColumns(change),
    ...(change.accessWithoutLicense && { access_without_license: change.accessWithoutLicense }),
  };
  return pack === undefined
    ? columns
    : { ...columns, resource_pack_url: pack?.url ?? null, resource_pack_sha1: pack?.sha1 ?? null };
}

/** What becomes of the fields by the kernel's own account. A realm that is off takes them over when it starts. */
function outcomeOf(ctx: Context, row: RealmRow, runs: boolean, fields: SettingName[]) {
  const enforcement = enforcementOf(ctx, row);
  const enforced = fields.filter((name) => enforcement[name] !== 'none');
  const isApplied = (name: SettingName) => runs && enforcement[name] !== 'restart';
  return {
    applied: enforced.filter(isApplied),
    atNextStart: enforced.filter((name) => !isApplied(name)),
    notEnforced: fields.filter((name) => enforcement[name] === 'none'),
  };
}
