import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf, Handler } from '../../http/register-routes.ts';
import { recordActivity } from '../audit/activity.ts';
import { audit } from '../audit/audit.ts';
import { setUserBlocked } from '../identity/users/user-standing.ts';
import { setRealmBlocked } from '../realms/realm-power-set.ts';

/** From now on the account is refused; its sockets close within a second. @throws AppError user_unknown, admin_self */
export const adminUserBlock: Handler<'adminUserBlock'> = (ctx, call) => {
  if (call.params.id === call.actor.userId) throw new AppError('admin_self');
  return blockUser(ctx, call, 'userBlock');
};

/** @throws AppError user_unknown */
export const adminUserUnblock: Handler<'adminUserUnblock'> = (ctx, call) => blockUser(ctx, call, 'userUnblock');

/** The reconciler stops the realm; its owner and anyone who tries to join are told why. @throws AppError realm_unknown */
export const adminRealmBlock: Handler<'adminRealmBlock'> = (ctx, call) => blockRealm(ctx, call, 'realmBlock');

/** The realm starts again if that is desired. @throws AppError realm_unknown */
export const adminRealmUnblock: Handler<'adminRealmUnblock'> = (ctx, call) => blockRealm(ctx, call, 'realmUnblock');

async function blockUser(
  ctx: Context,
  { actor, params: { id }, body: { reason } }: CallOf<'adminUserBlock'>,
  action: 'userBlock' | 'userUnblock',
): Promise<null> {
  await ctx.db.transaction().execute(async (tx) => {
    const user = await setUserBlocked(tx, id, action === 'userBlock' ? reason : null);
    if (!user) throw new AppError('user_unknown');
    await audit(tx, { actor, action, subject: { id, name: user.nickname }, reason });
  });
  return null;
}

async function blockRealm(
  ctx: Context,
  { actor, params: { id }, body: { reason } }: CallOf<'adminRealmBlock'>,
  action: 'realmBlock' | 'realmUnblock',
): Promise<null> {
  await ctx.db.transaction().execute(async (tx) => {
    const realm = await setRealmBlocked(tx, id, action === 'realmBlock' ? reason : null);
    if (!realm) throw new AppError('realm_unknown');
    await audit(tx, { actor, action, subject: { id, name: realm.name }, reason });
    const done = action === 'realmBlock' ? 'block' : 'unblock';
    await recordActivity(tx, { realmId: id, actor: null, via: 'OPERATOR', action: done, what: reason });
  });
  return null;
}
