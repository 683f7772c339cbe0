import type { Realm } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { lockVisibleRealm } from './realm-access.ts';
import { mayChooseWakers, mayDescribe, mayProtect } from './realm-policy.ts';
import { type RealmRow, updateSettings } from './realm-queries.ts';
import { realmView } from './realm-views.ts';

/** @throws AppError realm_unknown, forbidden */
export function realmWakersSet(ctx: Context, { actor, params, body }: CallOf<'realmWakersSet'>): Promise<Realm> {
  return change(ctx, actor.userId, params.id, mayChooseWakers, { wake_by: body.wakers });
}

/** @throws AppError realm_unknown, forbidden */
export function realmDescriptionSet(
  ctx: Context,
  { actor, params, body }: CallOf<'realmDescriptionSet'>,
): Promise<Realm> {
  return change(ctx, actor.userId, params.id, mayDescribe, { description: body.description });
}

/** @throws AppError realm_unknown, forbidden */
export function realmProtectionSet(
  ctx: Context,
  { actor, params, body }: CallOf<'realmProtectionSet'>,
): Promise<Realm> {
  return change(ctx, actor.userId, params.id, mayProtect, { protected: body.protectedRealm });
}

function change(
  ctx: Context,
  userId: string,
  id: string,
  may: (userId: string, realm: RealmRow) => boolean,
  columns: Partial<RealmRow>,
): Promise<Realm> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, userId, id);
    if (!may(userId, row)) throw new AppError('forbidden');
    await updateSettings(tx, row.id, columns);
    return realmView(ctx, userId, { ...row, ...columns });
  });
}
