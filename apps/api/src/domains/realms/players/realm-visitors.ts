import type { RealmVisitor } from '@realmkeep/realm-protocol';
import type { Handler } from '../../../http/register-routes.ts';
import type { Context } from '../../../context.ts';
import { visibleRealm } from '../realm-access.ts';
import { listVisitors } from './visitor-queries.ts';

/** @throws AppError realm_unknown */
export const realmVisitors: Handler<'realmVisitors'> = async (ctx, { actor, params, query }) => {
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
};

/** The accounts behind the players of a running realm, as it reports them. Their addresses are never shown. */
export function visitorsOf({ directory }: Pick<Context, 'directory'>, id: string): RealmVisitor[] {
  const observed = directory.observed(id);
  return observed?.phase === 'READY' && observed.silentSince === null && observed.lostSince === null
    ? (observed.state?.visitors ?? [])
    : [];
}

/** Whether they came under an account's nickname without proving that it is theirs. */
export function isGuest({ name, nickname }: RealmVisitor): boolean {
  return name.toLowerCase() !== nickname.toLowerCase();
}
