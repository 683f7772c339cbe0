import { randomBytes } from 'node:crypto';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import type { Tx } from '../../../db/pool.ts';
import type { Context } from '../../../context.ts';
import { hashToken } from '../sessions/tokens.ts';
import { challengesCancel, tellCancelled } from '../login/login-cancel.ts';
import { resetPasswordLimit, consumePasswordLimit } from '../login/login-limits.ts';
import { passwordMatches } from '../login/passwords.ts';
import { loadLogin, type LoginUser } from '../users/user-login.ts';
import { chatAccountOf, linkPlatform } from './chat-account.ts';
import { insertLinkState, trimLinkStates, deleteAccount, deleteAccounts } from './chat-queries.ts';
import { revokeSealed } from './chat-tokens.ts';

const stateSeconds = 600;
/** A player may have the wizard open in a few tabs. */
const statesPerPlayer = 5;

/**
 * Begins a visit to the chat platform. Requires the password: whoever links an account holds the second step from then on.
 * @throws AppError chat_unavailable, chat_already_linked, chat_password_wrong, rate_limited
 */
export const chatLink: Handler<'chatLink'> = async (ctx, { actor, body }) => {
  const { chat, db } = ctx;
  if (!chat) throw new AppError('chat_unavailable');
  if (await chatAccountOf(db, chat.name, actor.userId)) throw new AppError('chat_already_linked');
  await chatPassword(ctx, actor.userId, body.user_password);
  const state = randomBytes(32).toString('base64url');
  await insertLinkState(db, hashToken(state), actor.userId, stateSeconds);
  await trimLinkStates(db, actor.userId, statesPerPlayer);
  return { url: chat.authorizeUrl(state) };
};

/**
 * Removes the second step. Requires the password. The account may be linked again.
 * @throws AppError chat_not_linked, chat_password_wrong, rate_limited
 */
export const chatUnlink: Handler<'chatUnlink'> = async (ctx, { actor, body }) => {
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
};

/**
 * Unlinks the player's chat accounts on every platform, and cancels the logins waiting for an answer there. The platform is not told: its
 * tokens go unused until they expire.
 * @returns the accounts that were linked
 */
export async function chatUnlinkAll(tx: Tx, userId: string): Promise<{ platform: string; username: string }[]> {
  const accounts = await deleteAccounts(tx, userId);
  await challengesCancel(tx, userId);
  return accounts;
}

/**
 * Changing the second step requires the password: a token alone, which somebody else may hold by now, is not enough.
 * @throws AppError chat_password_wrong, rate_limited
 */
export async function chatPassword(ctx: Context, userId: string, password: string): Promise<LoginUser> {
  await consumePasswordLimit(ctx, userId);
  const user = await loadLogin(ctx.db, userId);
  if (!(await passwordMatches(user.passwordHash, password))) throw new AppError('chat_password_wrong');
  await resetPasswordLimit(ctx, userId);
  return user;
}
