import { type RealmLive, tierLimits, realmAddressProblem, type KernelKind } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf, Handler } from '../../http/register-routes.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { listActivity } from '../audit/activity.ts';
import { loadTier } from '../identity/users/user-tier.ts';
import { visibleRealm } from './realm-access.ts';
import { liveOf } from './live/realm-live.ts';
import { realmView, type ListedRealm, realmSummary, domainOf } from './realm-views.ts';
import { listRealmsOf } from './realm-list-queries.ts';
import { chatLink } from './realm-insert.ts';
import { planKernels, planOffers } from './plans/plan-kernels.ts';
import { creationObstacle } from './realm-policy.ts';
import { countOwnedRealms, isAddressTaken, type RealmRow, selectRealmsAt } from './realm-queries.ts';
import { listOperated } from './players/access-queries.ts';

/** @throws AppError realm_unknown */
export const realmGet: Handler<'realmGet'> = async (ctx, { actor, params }) => {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  return realmView(ctx, actor.userId, row);
};

/**
 * What `realmTps`, `realmPlayers` and `realmPower` answer with, each by its part of the schema.
 * @throws AppError realm_unknown
 */
export async function realmLive(ctx: Context, { actor, query }: CallOf<'realmTps'>): Promise<RealmLive> {
  const row = await visibleRealm(ctx, actor.userId, query.id);
  return liveOf(row, ctx.directory.observed(row.id), ctx.memory.place(row.id));
}

const viewOf = (ctx: Context) => (row: ListedRealm) => realmSummary(ctx, row, ctx.directory.observed(row.id));

export const realmList: Handler<'realmList'> = async (ctx, { actor }) => {
  const rows = (await ctx.realmLists.get(actor.userId)) ?? [];
  const isOwned = (row: { owner_id: string }) => row.owner_id === actor.userId;
  return {
    owned: rows.filter(isOwned).map(viewOf(ctx)),
    partnered: rows.filter((row) => !isOwned(row)).map(viewOf(ctx)),
    partneredTotal: rows[0]?.partneredTotal ?? 0,
  };
};

export const realmSummaries: Handler<'realmSummaries'> = async (ctx, { actor, query }) => {
  const list = await listRealmsOf(ctx.db, actor.userId, query);
  return { ...list, items: list.items.map(viewOf(ctx)) };
};

/** What owner and co-owners may read alike. @throws AppError realm_unknown */
export const realmActivity: Handler<'realmActivity'> = async (ctx, { actor, params, query }) => {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  return listActivity(ctx.db, id, query);
};

export const realmPossibility: Handler<'realmPossibility'> = async (ctx, { actor }) => {
  const tier = await loadTier(ctx.db, actor.userId);
  const realms = await countOwnedRealms(ctx.db, actor.userId);
  const { plans } = await planKernels(ctx.db);
  const offers = await planOffers(ctx, plans, tier);
  const kernels = offers.flatMap(({ kernel, ...more }) => (kernel === 'own' ? [] : [{ kernel, ...more }]));
  const obstacle = creationObstacle({ ...(await chatLink(ctx, ctx.db, actor.userId)), tier, realms });
  const reason = obstacle ?? (kernels.length === 0 ? ('kernel_tier' as const) : null);
  return { possible: reason === null, reason, realms, limit: tierLimits[tier].realms, kernels };
};

/** Somebody who types without a pause asks three times a second. */
const maxAsked = 120;
const windowSeconds = 60;

/**
 * Whether an address is free at this moment, shown while it is typed. Who gets it is decided when a realm is created.
 * @throws AppError rate_limited
 */
export const realmAddress: Handler<'realmAddress'> = async (ctx, { actor, query: { address } }) => {
  await consumeRateLimit(ctx.db, { key: `address:${actor.userId}`, max: maxAsked, seconds: windowSeconds });
  if (realmAddressProblem(address) === 'reserved') return { address, state: 'reserved' as const };
  return { address, state: (await isAddressTaken(ctx.db, address)) ? ('taken' as const) : ('free' as const) };
};

/** The realms that have these addresses, in no order. @param addresses in lower case */
export function realmsAt({ db }: Pick<Context, 'db'>, addresses: readonly string[]): Promise<RealmRow[]> {
  return selectRealmsAt(db, addresses).execute();
}

export const realmsOperated: Handler<'realmsOperated'> = async (ctx, { actor, query }) => {
  const list = await listOperated(ctx.db, actor.userId, query);
  return {
    ...list,
    items: list.items.map(({ id, name, ownerUsername, kernel, ...row }) => ({
      id,
      name,
      ownerUsername,
      domain: domainOf(ctx, row).domain,
      kernel: kernel as KernelKind,
      running: ctx.directory.observed(id)?.phase === 'READY',
    })),
  };
};
