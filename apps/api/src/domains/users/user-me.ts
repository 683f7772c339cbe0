import { type Language, type Tier, tierLimits, type UserProfile } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/implement.ts';
import { loadUser } from './user-queries.ts';

export async function userMe(ctx: Context, { actor }: CallOf<'userMe'>): Promise<UserProfile> {
  const user = await loadUser(ctx.db, actor.userId);
  const tier = user.tier as Tier;
  const limits = tierLimits[tier];
  return {
    id: user.id,
    nickname: user.nickname,
    lowercase_nickname: user.lowercase_nickname,
    reg_date: user.reg_date.toISOString(),
    uuid: user.game_uuid,
    login_date: user.login_date?.toISOString() ?? null,
    user_subscription: {
      subscription: {
        tier,
        name: tier,
        realm_max_radius: limits.borderDiameter / 2,
        max_realms: limits.realms,
        max_realm_slots: limits.slots,
      },
      started: user.reg_date.toISOString(),
      expiring: null,
    },
    // Nothing gives coins yet.
    coins: 0,
    fleeting_coins: [],
    language: user.language as Language,
  };
}
