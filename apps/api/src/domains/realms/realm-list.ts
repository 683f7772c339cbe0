import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { selectRealmsOf } from './realm-queries.ts';
import { realmSummary } from './realm-views.ts';

export async function realmList(ctx: Context, { actor }: CallOf<'realmList'>) {
  const rows = await selectRealmsOf(ctx.db, actor.userId).execute();
  const summaries = (owned: boolean) =>
    rows
      .filter((row) => (row.owner_id === actor.userId) === owned)
      .map((row) => realmSummary(row, ctx.directory.observed(row.id), ctx.config.baseDomain));
  return { owned: summaries(true), partnered: summaries(false) };
}
