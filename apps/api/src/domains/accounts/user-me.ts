import type { UserProfile } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { walletBalance } from '../coins/wallet/wallet-balance.ts';
import { userIdentity } from '../identity/users/user-identity.ts';
import { subscriptionOf } from '../subscriptions/subscription-of.ts';

export async function userMe(ctx: Context, { actor: { userId } }: CallOf<'userMe'>): Promise<UserProfile> {
  const { coins, expiring, held, debt } = await walletBalance(ctx.db, userId);
  return {
    ...(await userIdentity(ctx, userId)),
    user_subscription: await subscriptionOf(ctx.db, userId),
    coins,
    fleeting_coins: expiring,
    held,
    debt,
  };
}
