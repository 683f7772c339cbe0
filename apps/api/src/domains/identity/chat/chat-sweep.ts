import type { Context } from '../../../context.ts';
import { chatMessages } from './chat-messages.ts';
import { deleteExpiredLinkStates } from './chat-queries.ts';
import { replaceMessages } from './prompt-send.ts';
import { closeExpiredPrompts, deleteOldPrompts } from './prompt-queries.ts';

const promptsAtOnce = 50;

/** Marks messages that nobody answered in time as expired; notices keep their text. */
export async function promptSweep(ctx: Context): Promise<void> {
  if (!ctx.chat) return;
  const expired = await closeExpiredPrompts(ctx.db, ctx.chat.name, promptsAtOnce);
  for (const { language, messages, isLogin, content } of expired) {
    await replaceMessages(ctx, messages, isLogin ? chatMessages[language].expired : content);
  }
}

/** Deletes what is no longer needed. */
export async function chatSweep(ctx: Context): Promise<void> {
  await deleteExpiredLinkStates(ctx.db);
  await deleteOldPrompts(ctx.db);
}
