import type { Language } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { loadLogin } from '../users/user-login.ts';
import { chatAccountOf } from './chat-account.ts';

/**
 * Sends a player a direct message in their language. Nothing depends on its arrival: without a linked account nothing is sent, and failures
 * are only logged.
 */
export async function chatNotify(
  ctx: Context,
  userId: string,
  messageIn: (language: Language) => string,
): Promise<void> {
  const { chat } = ctx;
  if (!chat) return;
  const account = await chatAccountOf(ctx.db, chat.name, userId);
  if (!account) return;
  const { language } = await loadLogin(ctx.db, userId);
  await chat.sendMessage(account.id, { content: messageIn(language), buttons: [] }).catch((error: unknown) => {
    ctx.log.info({ err: error }, 'failed to send a direct message to a player');
  });
}
