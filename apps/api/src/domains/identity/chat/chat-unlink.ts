import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { challengesCancel, tellCancelled } from '../login/login-cancel.ts';
import { linkPlatform } from './chat-account.ts';
import { chatPassword } from './chat-password.ts';
import { deleteAccount } from './chat-queries.ts';
import { revokeSealed } from './chat-tokens.ts';

/**
 * Takes the second step away, for whoever knows the password. The account may be linked again.
 * @throws AppError chat_not_linked, chat_password_wrong, rate_limited
 */
export async function chatUnlink(ctx: Context, { actor, body }: CallOf<'chatUnlink'>): Promise<null> {
  const { userId } = actor;
  const platform = linkPlatform(ctx);
  const user = await chatPassword(ctx, userId, body.user_password);

  const { account, messages } = await ctx.db.transaction().execute(async (tx) => {
    const account = await deleteAccount(tx, platform, userId);
    if (!account) throw new AppError('chat_not_linked');
    return { account, messages: await challengesCancel(tx, userId) };
  });
  await tellCancelled(ctx, messages, user.language);
  if (ctx.chat) await revokeSealed(ctx, ctx.chat, userId, account.refreshToken);
  return null;
}
