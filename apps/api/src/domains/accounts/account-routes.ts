import type { Handler, Handlers } from '../../http/register-routes.ts';
import { walletBalance } from '../coins/wallet/wallet-statement.ts';
import { userIdentity } from '../identity/users/user-identity.ts';
import { subscriptionOf } from '../subscriptions/subscription-of.ts';
import { referralBegin, referralVerify } from '../coins/referrals/referrals.ts';
import { chatVerify } from '../identity/chat/chat-verify.ts';
import { userRegister } from '../identity/users/user-register.ts';

const userMe: Handler<'userMe'> = async (ctx, { actor: { userId } }) => {
  const { coins, expiring, held, debt } = await walletBalance(ctx.db, userId);
  return {
    ...(await userIdentity(ctx, userId)),
    user_subscription: await subscriptionOf(ctx.db, userId),
    coins,
    fleeting_coins: expiring,
    held,
    debt,
  };
};

export const accountRoutes = {
  userMe,
  userRegister: (ctx, call) => userRegister(ctx, call, referralBegin),
  chatVerify: (ctx, call) => chatVerify(ctx, call, (tx, linked) => referralVerify(tx, ctx.config.referrals, linked)),
} satisfies Partial<Handlers>;
