import type { ChatButton, ChatPromptStatus } from '@realmkeep/contract';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import type { ChatPlatform, ChatPress } from '../../../integrations/chat/chat-platform.ts';
import { findPromptStatus, selectButton } from './prompt-queries.ts';

/** What a prompt is about. */
export const PromptPayload = z.discriminatedUnion('kind', [
  /** A login waits for it; `match` is the key of the button that says yes. */
  z.object({ kind: z.literal('login'), match: z.string() }),
  /** A session began in a network that the account had never logged in from. */
  z.object({ kind: z.literal('place'), sessionId: z.string() }),
  /** The player is told something, and the buttons lead to where they can act. */
  z.object({ kind: z.literal('notice') }),
]);
export type PromptPayload = z.infer<typeof PromptPayload>;

/** A button before it has its id. A link makes no choice. */
export type PromptChoice = { row: number; label: string } & (
  | {
      /** The choice, as the payload names it. */
      key: string;
      type: Exclude<ChatButton['button_type'], 'LINK'>;
    }
  | { type: 'LINK'; link: string }
);

/** A button's id identifies its prompt, which cannot be guessed, and the choice. */
export function buttonId(promptId: string, key: string): string {
  return `${promptId}.${key}`;
}

const ButtonId = z.templateLiteral([z.uuid(), '.', z.string().min(1).max(60)]);

/** null when it is not one of ours. */
function readButtonId(id: string): { promptId: string; key: string } | null {
  if (!ButtonId.safeParse(id).success) return null;
  const dot = id.indexOf('.');
  return { promptId: id.slice(0, dot), key: id.slice(dot + 1) };
}

export interface PromptAnswer {
  promptId: string;
  /** Who was asked. */
  userId: string;
  /** The key of the chosen button. */
  key: string;
  payload: PromptPayload;
}

/**
 * Takes the answer to a prompt: from the account that was asked, on the message that was sent, in time, and once.
 * @returns null when it is not a valid answer, and nothing has changed
 */
export async function promptSelect(
  tx: Tx,
  platform: ChatPlatform['name'],
  press: ChatPress,
): Promise<PromptAnswer | null> {
  const button = readButtonId(press.buttonId);
  const selected = button && (await selectButton(tx, platform, button.promptId, press));
  return selected ? { ...button, userId: selected.userId, payload: PromptPayload.parse(selected.payload) } : null;
}

/** The state of the pressed button's prompt; null when this account has no such prompt. */
export async function promptStatus(
  ctx: Context,
  platform: ChatPlatform['name'],
  press: ChatPress,
): Promise<ChatPromptStatus | null> {
  const button = readButtonId(press.buttonId);
  return button && findPromptStatus(ctx.db, platform, button.promptId, press.accountId);
}
