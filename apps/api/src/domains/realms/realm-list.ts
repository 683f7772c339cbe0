import { partneredListMax } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listRealmsOf, selectRealmLists } from './realm-list-queries.ts';
import { type ListedRealm, realmSummary } from './realm-views.ts';

const viewOf = (ctx: Context) => (row: ListedRealm) => realmSummary(ctx, row, ctx.directory.observed(row.id));

export async function realmList(ctx: Context, { actor }: CallOf<'realmList'>) {
  const rows = await selectRealmLists(ctx.db, actor.userId, partneredListMax).execute();
  const isOwned = (row: { owner_id: string }) => row.owner_id === actor.userId;
  return {
    owned: rows.filter(isOwned).map(viewOf(ctx)),
    partnered: rows.filter((row) => !isOwned(row)).map(viewOf(ctx)),
    partneredTotal: rows[0]?.partneredTotal ?? 0,
  };
}

export async function realmSummaries(ctx: Context, { actor, query }: CallOf<'realmSummaries'>) {
  const list = await listRealmsOf(ctx.db, actor.userId, query);
  return { ...list, items: list.items.map(viewOf(ctx)) };
}
