import type { Handlers } from '../../http/register-routes.ts';
import { referralBegin } from '../coins/referrals/referral-begin.ts';
import { referralVerify } from '../coins/referrals/referral-verify.ts';
import { chatVerify } from '../identity/chat/chat-verify.ts';
import { userRegister } from '../identity/users/user-register.ts';
import { userMe } from './user-me.ts';

export const accountRoutes = {
  userMe,
  userRegister: (ctx, call) => userRegister(ctx, call, referralBegin),
  chatVerify: (ctx, call) => chatVerify(ctx, call, (tx, linked) => referralVerify(tx, ctx.config.referrals, linked)),
} satisfies Partial<Handlers>;
