import type { ActivityAction, Realm } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { recordActivity } from '../audit/activity.ts';
import { lockVisibleRealm } from './realm-access.ts';
import { mayChooseWakers, mayDescribe, mayProtect } from './realm-policy.ts';
import { type RealmRow, updateSettings } from './realm-queries.ts';
import { realmView } from './realm-views.ts';

/** @throws AppError realm_unknown, forbidden */
export function realmWakersSet(ctx: Context, { actor, params, body }: CallOf<'realmWakersSet'>): Promise<Realm> {
  return change(ctx, actor.userId, params.id, 'wakers', mayChooseWakers, { wake_by: body.wakers });
}

/** @throws AppError realm_unknown, forbidden */
export function realmDescriptionSet(
  ctx: Context,
  { actor, params, body }: CallOf<'realmDescriptionSet'>,
): Promise<Realm> {
  return change(ctx, actor.userId, params.id, 'description', mayDescribe, { description: body.description });
}

/** @throws AppError realm_unknown, forbidden */
export function realmProtectionSet(
  ctx: Context,
  { actor, params, body }: CallOf<'realmProtectionSet'>,
): Promise<Realm> {
  return change(ctx, actor.userId, params.id, 'protection', mayProtect, { protected: body.protectedRealm });
}

function change(
  ctx: Context,
  userId: string,
  id: string,
  action: ActivityAction,
  may: (userId: string, realm: RealmRow) => boolean,
  columns: Partial<RealmRow>,
): Promise<Realm> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, userId, id);
    if (!may(userId, row)) throw new AppError('forbidden');
    await updateSettings(tx, row.id, columns);
    await recordActivity(tx, { realmId: row.id, actor: { userId }, action });
    return realmView(ctx, userId, { ...row, ...columns });
  });
}
