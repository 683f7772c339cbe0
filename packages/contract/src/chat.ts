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

/** Who may log in hangs on the linked account: a token alone neither links one nor unlinks it. */
export const ChatPasswordBody = z.object({ user_password: z.string().min(1).max(passwordRule.max) });

/** Where the chat platform asks the player for his consent. */
export const ChatLink = z.object({ url: z.url() });

/** What the chat platform gave the player back with him. */
export const ChatVerifyBody = z.object({ code: z.string().min(1).max(512), state: z.string().min(1).max(128) });

/** The account that is linked now, and where its community is. */
export const ChatLinked = z.object({ username: z.string(), invite: z.url() });
export type ChatLinked = z.infer<typeof ChatLinked>;
