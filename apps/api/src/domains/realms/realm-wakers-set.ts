import type { Realm } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { seen } from './realm-access.ts';
import { mayChooseWakers } from './realm-policy.ts';
import { lockRealm, setWakers } from './realm-queries.ts';
import { realmView } from './realm-views.ts';

/** @throws AppError realm_unknown, forbidden */
export async function realmWakersSet(ctx: Context, { actor, params, body }: CallOf<'realmWakersSet'>): Promise<Realm> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = seen(actor.userId, await lockRealm(tx, params.id));
    if (!mayChooseWakers(actor.userId, row)) throw new AppError('forbidden');
    await setWakers(tx, row.id, body.wakers);
    return realmView(ctx, actor.userId, { ...row, wake_by: body.wakers });
  });
}
