import { z } from 'zod';
import { passwordRule } from './rules.ts';

export const chatButtonTypes = ['PRIMARY', 'SECONDARY', 'SUCCESS', 'DANGER', 'LINK'] as const;

/** A button below a prompt. */
export const ChatButton = z.object({
  id: z.string().min(1).max(100),
  /** From 0; a row holds five buttons. */
  row: z.int().min(0).max(4),
  label: z.string().min(1).max(80),
  button_type: z.enum(chatButtonTypes),
  /** Where a LINK leads; null for the others. */
  link: z.url().nullable(),
});
export type ChatButton = z.infer<typeof ChatButton>;

export const chatPromptStatuses = ['WAITING', 'TIMEOUT', 'SELECTED'] as const;
export type ChatPromptStatus = (typeof chatPromptStatuses)[number];

/** The linked account decides who may log in, so linking and unlinking need more than a token. */
export const ChatPasswordBody = z.object({ user_password: z.string().min(1).max(passwordRule.max) });

/** Where the chat platform asks for the player's consent. */
export const ChatLink = z.object({ url: z.url() });

/** What the player brought back from the chat platform. */
export const ChatVerifyBody = z.object({ code: z.string().min(1).max(512), state: z.string().min(1).max(128) });

/** The newly linked account, and where its community is. */
export const ChatLinked = z.object({ username: z.string(), invite: z.url() });
export type ChatLinked = z.infer<typeof ChatLinked>;
