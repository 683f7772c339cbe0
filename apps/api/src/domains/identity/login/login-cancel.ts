import type { Language } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import type { SentMessage } from '../../../integrations/chat/chat-platform.ts';
import { replaceMessages } from '../chat/prompt-close.ts';
import { closePrompts } from '../chat/prompt-queries.ts';
import { lockLogin } from '../users/user-login.ts';
import { cancelChallenges, listOutstandingPrompts } from './challenge-queries.ts';
import { loginMessages } from './login-messages.ts';

/**
 * Calls the account's log-ins off that wait for their second step, and tells their sockets at the commit.
 * @returns the messages to hand to `tellCancelled` afterwards
 */
export async function challengesCancel(tx: Tx, userId: string): Promise<SentMessage[]> {
  // In the order of everybody else: the account first, as its block does; prompts before challenges, as an answer does.
  await lockLogin(tx, userId);
  const messages = await closePrompts(tx, await listOutstandingPrompts(tx, userId));
  await cancelChallenges(tx, userId);
  return messages;
}

export function tellCancelled(ctx: Context, messages: readonly SentMessage[], language: Language): Promise<void> {
  return replaceMessages(ctx, messages, loginMessages[language].cancelled);
}
