import type { Handler } from '../../../http/register-routes.ts';
import { visibleRealm } from '../realm-access.ts';

/** @throws AppError realm_unknown */
export const realmHistory: Handler<'realmHistory'> = async (ctx, { actor, query }) => {
  const { id } = await visibleRealm(ctx, actor.userId, query.id);
  return ctx.histories.of(id);
};
