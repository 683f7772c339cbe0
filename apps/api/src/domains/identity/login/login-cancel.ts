import type { Language } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import type { SentMessage } from '../../../integrations/chat/chat-platform.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { replaceMessages } from '../chat/prompt-send.ts';
import { closePrompts } from '../chat/prompt-queries.ts';
import { lockLogin, loadLogin } from '../users/user-login.ts';
import { hashToken } from '../sessions/tokens.ts';
import { cancelChallenges, listOutstandingPrompts, findChallenge } from './challenge-queries.ts';
import { loginMessages } from './login-messages.ts';

/**
 * Cancels the account's logins that wait for their second step, and tells their sockets at the commit.
 * @returns the messages to hand to `tellCancelled` afterwards
 */
export async function challengesCancel(tx: Tx, userId: string): Promise<SentMessage[]> {
  // Lock in the usual order: the account first, as blocking it does; prompts before challenges, as an answer does.
  await lockLogin(tx, userId);
  const messages = await closePrompts(tx, await listOutstandingPrompts(tx, userId));
  await cancelChallenges(tx, userId);
  return messages;
}

export function tellCancelled(ctx: Context, messages: readonly SentMessage[], language: Language): Promise<void> {
  return replaceMessages(ctx, messages, loginMessages[language].cancelled);
}

/**
 * The player no longer waits for the second step: a later approval logs nobody in. Cancelling a challenge that is over, or never existed,
 * succeeds too.
 */
export const authLoginCancel: Handler<'authLoginCancel'> = async (ctx, { body }) => {
  const challengeHash = hashToken(body.track_id);
  const challenge = await findChallenge(ctx.db, challengeHash);
  if (!challenge) return null;
  const messages = await ctx.db.transaction().execute(async (tx) => {
    await lockLogin(tx, challenge.userId);
    const now = await findChallenge(tx, challengeHash);
    // Only one login of an account waits at a time: a newer one must not be cancelled.
    const waits = now?.status === 'WAITING' || now?.status === 'APPROVED';
    return waits ? challengesCancel(tx, challenge.userId) : [];
  });
  if (messages.length > 0) {
    const { language } = await loadLogin(ctx.db, challenge.userId);
    await tellCancelled(ctx, messages, language);
  }
  return null;
};
