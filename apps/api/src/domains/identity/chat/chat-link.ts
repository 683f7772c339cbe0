import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { hashToken } from '../sessions/tokens.ts';
import { chatAccountOf } from './chat-account.ts';
import { chatPassword } from './chat-password.ts';
import { insertLinkState, trimLinkStates } from './chat-queries.ts';

const stateSeconds = 600;
/** A player may have the wizard open in a few tabs. */
const statesPerPlayer = 5;

/**
 * Begins a visit to the chat platform, for whoever knows the password: who links an account holds the second step from then on.
 * @throws AppError chat_unavailable, chat_already_linked, chat_password_wrong, rate_limited
 */
export async function chatLink(ctx: Context, { actor, body }: CallOf<'chatLink'>): Promise<{ url: string }> {
  const { chat, db } = ctx;
  if (!chat) throw new AppError('chat_unavailable');
  if (await chatAccountOf(db, chat.name, actor.userId)) throw new AppError('chat_already_linked');
  await chatPassword(ctx, actor.userId, body.user_password);
  const state = randomBytes(32).toString('base64url');
  await insertLinkState(db, hashToken(state), actor.userId, stateSeconds);
  await trimLinkStates(db, actor.userId, statesPerPlayer);
  return { url: chat.authorizeUrl(state) };
}
