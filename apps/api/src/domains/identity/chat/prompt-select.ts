import type { ChatPromptStatus } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import type { ChatPlatform, ChatPress } from '../../../integrations/chat/chat-platform.ts';
import { PromptPayload, readButtonId } from './prompt.ts';
import { findPromptStatus, selectButton } from './prompt-queries.ts';

export interface PromptAnswer {
  promptId: string;
  /** Who was asked. */
  userId: string;
  /** The key of the chosen button. */
  key: string;
  payload: PromptPayload;
}

/**
 * Takes the answer to a prompt: of the account that was asked, on the message that was sent, in time, and once.
 * @returns null when it is none, and nothing has changed
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

/** How the pressed button's prompt stands; null when there is none for this account. */
export async function promptStatus(
  ctx: Context,
  platform: ChatPlatform['name'],
  press: ChatPress,
): Promise<ChatPromptStatus | null> {
  const button = readButtonId(press.buttonId);
  return button && findPromptStatus(ctx.db, platform, button.promptId, press.accountId);
}
