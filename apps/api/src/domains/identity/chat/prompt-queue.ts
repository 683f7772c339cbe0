import { randomUUID } from 'node:crypto';
import type { Language } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { ChatError } from '../../../integrations/chat/chat-platform.ts';
import { languageOf } from '../users/user-login.ts';
import { chatAccountOf } from './chat-account.ts';
import { buttonsOf } from './prompt-send.ts';
import type { PromptChoice, PromptPayload } from './prompt.ts';
import { closePrompts, insertPrompt, takeUnsent, updatePromptMessage } from './prompt-queries.ts';

const sentAtOnce = 20;

interface QueuedPrompt {
  content: string;
  choices: readonly PromptChoice[];
  payload: PromptPayload;
  /** How long it can be answered, and how long sending is retried. */
  seconds: number;
}

/**
 * Stores a prompt, which `promptsDeliver` sends once the transaction has ended: within seconds, or after an outage of the platform. Nothing
 * depends on its arrival: players without a linked account are told nothing.
 */
export async function promptQueue(
  { chat }: Pick<Context, 'chat'>,
  db: Db | Tx,
  userId: string,
  promptIn: (language: Language) => QueuedPrompt,
): Promise<void> {
  if (!chat) return;
  const account = await chatAccountOf(db, chat.name, userId);
  if (!account) return;
  const { choices, ...prompt } = promptIn(await languageOf(db, userId));
  const id = randomUUID();
  const buttons = buttonsOf(id, choices);
  const to = { userId, platform: chat.name, accountId: account.id };
  await insertPrompt(db, { ...prompt, ...to, id, buttons, isQueued: true });
}

/** Sends what is queued. Retries what the platform refuses for now; an account that accepts no messages is left alone. */
export async function promptsDeliver({ chat, db, log }: Context): Promise<void> {
  if (!chat) return;
  for (const { id, accountId, content, buttons } of await takeUnsent(db, chat.name, sentAtOnce)) {
    try {
      await updatePromptMessage(db, id, await chat.sendMessage(accountId, { content, buttons }));
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      log.info({ err: error, prompt: id }, 'failed to send a direct message to a player');
      if (error.code === 'undeliverable') await closePrompts(db, [id]);
    }
  }
}
