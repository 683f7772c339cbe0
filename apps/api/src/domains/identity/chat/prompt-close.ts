import type { Context } from '../../../context.ts';
import type { SentMessage } from '../../../integrations/chat/chat-platform.ts';

/** Puts a sentence in the place of each message. One that cannot be replaced stays: a press of its buttons says the same. */
export async function replaceMessages(ctx: Context, messages: readonly SentMessage[], content: string): Promise<void> {
  const { chat, log } = ctx;
  if (!chat) return;
  for (const message of messages) {
    await chat.replaceMessage(message, content).catch((error: unknown) => {
      log.warn({ err: error, messageId: message.messageId }, 'failed to replace a chat message');
    });
  }
}
