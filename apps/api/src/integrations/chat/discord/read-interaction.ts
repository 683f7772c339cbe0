import { type KeyObject, verify } from 'node:crypto';
import { ComponentType, InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { ChatInteraction, InteractionRequest } from '../chat-platform.ts';
import { replacementBody } from './message-body.ts';

/** Seconds that the time of a request may lie off ours, either way. */
const maxAgeSeconds = 300;

const Who = z.object({ id: z.string().min(1).max(20) });

const Press = z.object({
  type: z.literal(InteractionType.MessageComponent),
  data: z.object({ component_type: z.literal(ComponentType.Button), custom_id: z.string().min(1).max(100) }),
  message: Who,
  // In a direct message the one, in the community the other.
  user: Who.optional(),
  member: z.object({ user: Who }).optional(),
});
const Ping = z.object({ type: z.literal(InteractionType.Ping) });

/** @returns null when the signature or its time is wrong */
export function readInteraction(publicKey: KeyObject, request: InteractionRequest): ChatInteraction | null {
  if (!isSigned(publicKey, request)) return null;
  const said = parseJson(request.rawBody);
  if (Ping.safeParse(said).success) return { kind: 'ping', answer: { type: InteractionResponseType.Pong } };

  const { data: press } = Press.safeParse(said);
  const account = press?.user ?? press?.member?.user;
  if (!press || !account) return { kind: 'other', answer: { type: InteractionResponseType.DeferredMessageUpdate } };
  return {
    kind: 'press',
    press: { accountId: account.id, messageId: press.message.id, buttonId: press.data.custom_id },
    answer: (content) => ({ type: InteractionResponseType.UpdateMessage, data: replacementBody(content) }),
  };
}

/** Ed25519 over the time and the body as they came. */
function isSigned(publicKey: KeyObject, { signature, timestamp, rawBody }: InteractionRequest): boolean {
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > maxAgeSeconds) return false;
  const signed = Buffer.concat([Buffer.from(timestamp), rawBody]);
  return verify(null, signed, publicKey, Buffer.from(signature, 'hex'));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
