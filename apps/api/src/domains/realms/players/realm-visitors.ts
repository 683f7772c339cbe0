import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../realm-access.ts';
import { isGuest, visitorsOf } from './visitors-of.ts';
import { listVisitors } from './visitor-queries.ts';

/** @throws AppError realm_unknown */
export async function realmVisitors(ctx: Context, { actor, params, query }: CallOf<'realmVisitors'>) {
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  const list = await listVisitors(ctx.db, id, query);
  const present = visitorsOf(ctx, id);
  return {
    ...list,
    items: list.items.map(({ nickname, guest, first_seen, last_seen, listed, operator, banned }) => {
      const key = nickname.toLowerCase();
      const here = present.find((one) => one.nickname.toLowerCase() === key && isGuest(one) === guest);
      const [firstSeen, lastSeen] = [first_seen.toISOString(), last_seen.toISOString()];
      return { nickname, guest, firstSeen, lastSeen, name: here?.name ?? null, listed, operator, banned };
    }),
  };
}
