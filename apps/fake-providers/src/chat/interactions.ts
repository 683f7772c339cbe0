import { randomBytes, sign, type KeyObject } from 'node:crypto';
import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { FakeAccount } from './account-store.ts';
import type { FakeChat } from './fake-chat.ts';
import { messageJson, userJson } from './discord-json.ts';
import { MessageEdit } from './message-shapes.ts';
import { findMessage, updateMessage } from './message-store.ts';
import { newSnowflake } from './snowflake.ts';

/** Milliseconds that Discord waits for an answer. */
const answerMs = 3_000;

const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal(InteractionResponseType.DeferredMessageUpdate) }),
  z.object({ type: z.literal(InteractionResponseType.UpdateMessage), data: MessageEdit }),
]);

/**
 * A player presses a button: the product is called, and its answer replaces the message.
 * @returns false if there is no such button, or the product's answer was invalid
 */
export async function pressButton(
  { db, keys, product, changes }: FakeChat,
  press: { account: FakeAccount; messageId: string; buttonId: string },
): Promise<boolean> {
  const { account, messageId, buttonId } = press;
  const message = findMessage(db, messageId, account.id);
  const buttons = message?.components.flatMap((row) => row.components) ?? [];
  if (!message || !buttons.some((button) => 'custom_id' in button && button.custom_id === buttonId)) return false;

  const body = JSON.stringify({
    id: newSnowflake(),
    application_id: keys.clientId,
    type: InteractionType.MessageComponent,
    version: 1,
    token: randomBytes(24).toString('base64url'),
    channel_id: account.channelId,
    user: userJson(account),
    message: messageJson(keys, account, message),
    data: { component_type: 2, custom_id: buttonId },
  });
  const answer = await post(`${product.origin}/api/chat/interactions`, body, keys.signingKey);
  if (!answer) return false;
  if (answer.type === InteractionResponseType.UpdateMessage) {
    updateMessage(db, { id: messageId, accountId: account.id }, answer.data);
    changes.emit(account.id);
  }
  return true;
}

/**
 * The headers that prove that a body comes from the chat platform.
 * @param timestamp in seconds since the epoch
 */
export function signatureHeaders(key: KeyObject, body: string, timestamp = Math.floor(Date.now() / 1000)) {
  return {
    'x-signature-timestamp': String(timestamp),
    'x-signature-ed25519': sign(null, Buffer.from(`${timestamp}${body}`), key).toString('hex'),
  };
}

async function post(url: string, body: string, key: KeyObject): Promise<z.infer<typeof Answer> | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signatureHeaders(key, body) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    return response.ok ? Answer.parse(await response.json()) : null;
  } catch {
    return null;
  }
}
