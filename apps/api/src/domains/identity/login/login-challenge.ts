import { randomBytes } from 'node:crypto';
import type { LoginChallenge } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { ChatError } from '../../../integrations/chat/chat-platform.ts';
import { lockChatAccount } from '../chat/chat-account.ts';
import { consumeMessageLimit, consumeChallengeLimit } from './login-limits.ts';
import { promptCreate, promptSend } from '../chat/prompt-send.ts';
import type { LoginUser } from '../users/user-login.ts';
import { cancelChallenge, insertChallenge } from './challenge-queries.ts';
import { challengesCancel, tellCancelled } from './login-cancel.ts';
import type { ProvenLogin } from '../sessions/session-begin.ts';
import { loginQuestion } from './login-question.ts';
import { loginMessages } from './login-messages.ts';
import { hashToken } from '../sessions/tokens.ts';

const challengeSeconds = 180;

/**
 * Asks the linked chat account whether its player is logging in. The password alone is never enough, whatever happens to the message.
 * @throws AppError login_cancelled, login_undeliverable, chat_unavailable, rate_limited
 */
export async function challengeBegin(ctx: Context, user: LoginUser, login: ProvenLogin): Promise<LoginChallenge> {
  const { chat } = ctx;
  if (!chat) throw new AppError('chat_unavailable');
  await consumeChallengeLimit(ctx, user.id);
  await consumeMessageLimit(ctx, user.id);

  const challengeId = randomBytes(32).toString('base64url');
  const challengeHash = hashToken(challengeId);
  const { content, choices, number } = loginQuestion({ ...user, ...login, at: new Date() });
  const { prompt, superseded } = await ctx.db.transaction().execute(async (tx) => {
    // Two concurrent logins run one after the other, and each after an unlinking.
    const account = await lockChatAccount(tx, chat.name, user.id);
    if (!account) throw new AppError('login_cancelled');
    const superseded = await challengesCancel(tx, user.id);
    const prompt = await promptCreate(tx, chat.name, {
      userId: user.id,
      accountId: account.id,
      content,
      choices,
      payload: { kind: 'login', match: number },
      seconds: challengeSeconds,
    });
    await insertChallenge(tx, { ...login, challengeHash, promptId: prompt.id, expiresAt: prompt.timeoutAt });
    return { prompt, superseded };
  });

  const sending = promptSend(ctx, chat, prompt, loginMessages[user.language].cancelled).catch(
    async (error: unknown) => {
      await cancelChallenge(ctx.db, challengeHash);
      if (!(error instanceof ChatError)) throw error;
      ctx.log.warn({ err: error }, 'failed to send the message of a login');
      throw new AppError(error.code === 'undeliverable' ? 'login_undeliverable' : 'chat_unavailable');
    },
  );
  await Promise.all([sending, tellCancelled(ctx, superseded, user.language)]);
  return { track_id: challengeId, match: number, expires: prompt.timeoutAt.toISOString() };
}
