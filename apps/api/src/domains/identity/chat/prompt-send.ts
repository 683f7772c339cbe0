import { randomUUID } from 'node:crypto';
import type { ChatButton } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import type { ChatPlatform, SentMessage } from '../../../integrations/chat/chat-platform.ts';
import { buttonId, type PromptChoice, type PromptPayload } from './prompt.ts';
import { closePrompts, insertPrompt, updatePromptMessage } from './prompt-queries.ts';

interface PromptQuestion {
  userId: string;
  /** The chat account that is asked. */
  accountId: string;
  content: string;
  choices: readonly PromptChoice[];
  payload: PromptPayload;
  /** How long it can be answered. */
  seconds: number;
}

/** Stored but not sent yet. */
interface Prompt {
  id: string;
  accountId: string;
  content: string;
  buttons: ChatButton[];
  timeoutAt: Date;
}

/** Each with its id, by which a press finds its prompt. */
export function buttonsOf(promptId: string, choices: readonly PromptChoice[]): ChatButton[] {
  return choices.map((choice, i) => ({
    id: buttonId(promptId, choice.type === 'LINK' ? `link-${i}` : choice.key),
    row: choice.row,
    label: choice.label,
    button_type: choice.type,
    link: choice.type === 'LINK' ? choice.link : null,
  }));
}

/** Stores a prompt. `promptSend` sends it once the transaction has ended: the answer may come at once. */
export async function promptCreate(tx: Tx, platform: ChatPlatform['name'], question: PromptQuestion): Promise<Prompt> {
  const id = randomUUID();
  const { userId, accountId, content, payload, seconds } = question;
  const buttons = buttonsOf(id, question.choices);
  const timeoutAt = await insertPrompt(tx, { id, userId, platform, accountId, content, buttons, payload, seconds });
  return { id, accountId, content, buttons, timeoutAt };
}

/**
 * Sends a stored prompt. One that cannot be sent can no longer be answered.
 * @param closed replaces it if it was cancelled while it was being sent
 * @throws ChatError undeliverable, unavailable
 */
export async function promptSend(ctx: Context, chat: ChatPlatform, prompt: Prompt, closed: string): Promise<void> {
  try {
    const sent = await chat.sendMessage(prompt.accountId, prompt);
    const status = await updatePromptMessage(ctx.db, prompt.id, sent);
    if (status === 'TIMEOUT') await replaceMessages(ctx, [sent], closed);
  } catch (error) {
    await closePrompts(ctx.db, [prompt.id]);
    throw error;
  }
}

/** Replaces each message with a sentence. One that cannot be replaced stays: pressing its buttons says the same. */
export async function replaceMessages(ctx: Context, messages: readonly SentMessage[], content: string): Promise<void> {
  const { chat, log } = ctx;
  if (!chat) return;
  for (const message of messages) {
    await chat.replaceMessage(message, content).catch((error: unknown) => {
      log.warn({ err: error, messageId: message.messageId }, 'failed to replace a chat message');
    });
  }
}
