import type { Language, Role, UserProfile } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/implement.ts';
import { chatAccountOf, linkPlatform } from '../chat/chat-account.ts';
import { subscriptionOf } from '../../subscriptions/subscription-of.ts';
import { walletBalance } from '../../coins/wallet/wallet-balance.ts';
import { nameReleaseAt } from './name-release.ts';
import { loadUser } from './user-queries.ts';

export async function userMe(ctx: Context, { actor }: CallOf<'userMe'>): Promise<UserProfile> {
  const user = await loadUser(ctx.db, actor.userId);
  const subscription = await subscriptionOf(ctx.db, user.id);
  const { coins, fleeting, held, debt } = await walletBalance(ctx.db, user.id);
  const chatAccount = await chatAccountOf(ctx.db, linkPlatform(ctx), user.id);
  const nameReleased = await nameReleaseAt(ctx, user);
  return {
    id: user.id,
    nickname: user.nickname,
    lowercase_nickname: user.lowercase_nickname,
    reg_date: user.reg_date.toISOString(),
    uuid: user.game_uuid,
    login_date: user.login_date?.toISOString() ?? null,
    user_subscription: subscription,
    coins,
    fleeting_coins: fleeting,
    held,
    debt,
    language: user.language as Language,
    role: user.role as Role,
    name_released: nameReleased?.toISOString() ?? null,
    chat_account: chatAccount && {
      id: chatAccount.id,
      username: chatAccount.username,
      linked_at: chatAccount.linkedAt.toISOString(),
    },
  };
}
