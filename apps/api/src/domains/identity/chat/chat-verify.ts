import type { ChatLinked } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { type Tx, violatedUnique } from '../../../db/pool.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { type ChatGrant, type ChatPlatform, ChatError } from '../../../integrations/chat/chat-platform.ts';
import type { Actor } from '../../../http/actor.ts';
import { sessionAssert } from '../sessions/session-begin.ts';
import { hashToken } from '../sessions/tokens.ts';
import { loadLogin } from '../users/user-login.ts';
import { chatAccountOf } from './chat-account.ts';
import { consumeMessageLimit } from '../login/login-limits.ts';
import { chatMessages, escapeMarkup } from './chat-messages.ts';
import { findAccountOwner, insertAccount, takeLinkState } from './chat-queries.ts';
import { revokeToken, sealedTokens } from './chat-tokens.ts';

export interface LinkedAccount {
  userId: string;
  platform: string;
  /** Its id on the platform, which contains its creation time. */
  id: string;
  /** null if none is verified. */
  email: string | null;
}

/** Further effects of a link, in its transaction. */
type OnLinked = (tx: Tx, linked: LinkedAccount) => Promise<void>;

/**
 * Links the chat account that the code stands for. Only an account that our message has reached is linked: every later login depends on
 * that.
 * @throws AppError chat_unavailable, chat_code_invalid, chat_state_invalid, chat_account_taken, chat_already_linked, chat_join_refused,
 * chat_undeliverable, rate_limited
 */
export async function chatVerify(
  ctx: Context,
  { actor, body }: CallOf<'chatVerify'>,
  onLinked: OnLinked,
): Promise<ChatLinked> {
  const { chat, db } = ctx;
  const { userId } = actor;
  if (!chat) throw new AppError('chat_unavailable');
  await consumeMessageLimit(ctx, userId);
  if (!(await takeLinkState(db, hashToken(body.state), userId))) throw new AppError('chat_state_invalid');
  if (await chatAccountOf(db, chat.name, userId)) throw new AppError('chat_already_linked');

  const grant = await chat.exchangeCode(body.code).catch(asAppError(ctx));
  try {
    if (await findAccountOwner(db, chat.name, grant.account.id)) throw new AppError('chat_account_taken');
    await greet(ctx, chat, userId, grant);
    await link(ctx, chat, actor, grant, onLinked);
  } catch (error) {
    await revokeToken(ctx, chat, grant.refreshToken);
    throw error;
  }
  return { username: grant.account.username, invite: chat.inviteUrl };
}

/** The platform delivers messages only between members of a shared community. */
async function greet(ctx: Context, chat: ChatPlatform, userId: string, grant: ChatGrant): Promise<void> {
  const { nickname, language } = await loadLogin(ctx.db, userId);
  await chat.joinCommunity(grant).catch(asAppError(ctx));
  const content = chatMessages[language].welcome(escapeMarkup(nickname));
  await chat.sendMessage(grant.account.id, { content, buttons: [] }).catch(asAppError(ctx));
}

async function link(
  ctx: Context,
  chat: ChatPlatform,
  actor: Actor,
  grant: ChatGrant,
  onLinked: OnLinked,
): Promise<void> {
  const { userId } = actor;
  const { id, username, email } = grant.account;
  try {
    await ctx.db.transaction().execute(async (tx) => {
      // A session that was ended meanwhile gains no second step.
      await sessionAssert(tx, actor);
      await insertAccount(tx, {
        userId,
        platform: chat.name,
        id,
        username,
        email,
        ...sealedTokens(ctx, chat, userId, grant),
        scope: grant.scope,
        expiresAt: grant.expiresAt,
      });
      await onLinked(tx, { userId, platform: chat.name, id, email });
    });
  } catch (error) {
    const constraint = violatedUnique(error);
    if (constraint === 'chat_accounts_pkey') throw new AppError('chat_already_linked');
    if (constraint === 'chat_accounts_platform_external_id_key') throw new AppError('chat_account_taken');
    throw error;
  }
}

const codes = {
  code_invalid: 'chat_code_invalid',
  join_refused: 'chat_join_refused',
  undeliverable: 'chat_undeliverable',
  unavailable: 'chat_unavailable',
} as const;

/** For `catch`: turns the platform's refusal into an answer for the caller. What the operator may have to fix is logged. */
function asAppError({ log }: Context): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ChatError)) throw error;
    const isPlayers = error.code === 'code_invalid' || error.code === 'undeliverable';
    if (!isPlayers) log.warn({ err: error }, 'failed to link a chat account');
    throw new AppError(codes[error.code]);
  };
}
