import type { UserSubscription } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { subscriptionOf } from './subscription-of.ts';
import { setCancelled } from './subscription-queries.ts';

/** The tier stays until the month that is paid ends; it is not renewed then. @throws AppError subscription_none */
export function subscriptionCancel(ctx: Context, { actor }: CallOf<'subscriptionCancel'>): Promise<UserSubscription> {
  return change(ctx, actor.userId, true);
}

/** Takes the cancellation back. @throws AppError subscription_none */
export function subscriptionResume(ctx: Context, { actor }: CallOf<'subscriptionResume'>): Promise<UserSubscription> {
  return change(ctx, actor.userId, false);
}

async function change(ctx: Context, userId: string, cancelled: boolean): Promise<UserSubscription> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await setCancelled(tx, userId, cancelled))) throw new AppError('subscription_none');
    return subscriptionOf(tx, userId);
  });
}
