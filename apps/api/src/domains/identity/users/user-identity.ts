import type { Language, Role, UserProfile } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { chatAccountOf, linkPlatform } from '../chat/chat-account.ts';
import { nameReleaseAt } from './users-release.ts';
import { loadUser } from './user-queries.ts';

/** Who the player is: the profile without coins and subscription. */
export async function userIdentity(ctx: Context, userId: string) {
  const user = await loadUser(ctx.db, userId);
  const chatAccount = await chatAccountOf(ctx.db, linkPlatform(ctx), user.id);
  const nameReleased = await nameReleaseAt(ctx, user);
  return {
    id: user.id,
    nickname: user.nickname,
    lowercase_nickname: user.lowercase_nickname,
    reg_date: user.reg_date.toISOString(),
    uuid: user.game_uuid,
    login_date: user.login_date?.toISOString() ?? null,
    language: user.language as Language,
    role: user.role as Role,
    game_memory: user.game_memory,
    name_released: nameReleased?.toISOString() ?? null,
    chat_account: chatAccount && {
      id: chatAccount.id,
      username: chatAccount.username,
      linked_at: chatAccount.linkedAt.toISOString(),
    },
  } satisfies Partial<UserProfile>;
}
