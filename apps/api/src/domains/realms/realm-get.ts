import type { Realm, RealmLive } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from './realm-access.ts';
import { liveOf } from './live/realm-live.ts';
import { realmView } from './realm-views.ts';

/** @throws AppError realm_unknown */
export async function realmGet(ctx: Context, { actor, params }: CallOf<'realmGet'>): Promise<Realm> {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  return realmView(ctx, actor.userId, row);
}

/**
 * What `realmTps`, `realmPlayers` and `realmPower` answer with, each by its part of the schema.
 * @throws AppError realm_unknown
 */
export async function realmLive(ctx: Context, { actor, query }: CallOf<'realmTps'>): Promise<RealmLive> {
  const row = await visibleRealm(ctx, actor.userId, query.id);
  return liveOf(row, ctx.directory.observed(row.id), ctx.memory.place(row.id));
}
