import type { Language, UserProfile } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/implement.ts';
import { subscriptionOf } from '../subscriptions/subscription-of.ts';
import { loadUser } from './user-queries.ts';

export async function userMe(ctx: Context, { actor }: CallOf<'userMe'>): Promise<UserProfile> {
  const user = await loadUser(ctx.db, actor.userId);
  const subscription = await subscriptionOf(ctx.db, user.id);
  return {
    id: user.id,
    nickname: user.nickname,
    lowercase_nickname: user.lowercase_nickname,
    reg_date: user.reg_date.toISOString(),
    uuid: user.game_uuid,
    login_date: user.login_date?.toISOString() ?? null,
    user_subscription: subscription,
    // Nothing gives coins yet.
    coins: 0,
    fleeting_coins: [],
    language: user.language as Language,
  };
}
