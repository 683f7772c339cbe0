import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { ChatPlatform } from '../../../integrations/chat/chat-platform.ts';
import { findAccount, lockAccount } from './chat-queries.ts';

/** The chat account of a player. */
export interface ChatAccount {
  /** The platform's own id of it. */
  id: string;
  username: string;
  /** null where it has none that was verified when it was linked. */
  email: string | null;
  linkedAt: Date;
}

/**
 * The platform whose links count. What is linked elsewhere, as on the sandbox once Discord is set up, counts as not linked. With
 * none set up the links of Discord still count: to take its settings away opens no account to the password alone.
 */
export function linkPlatform(ctx: Context): ChatPlatform['name'] {
  return ctx.chat?.name ?? 'discord';
}

/** The chat account that the player has linked on this platform, or null. */
export async function chatAccountOf(
  db: Db | Tx,
  platform: ChatPlatform['name'],
  userId: string,
): Promise<ChatAccount | null> {
  return (await findAccount(db, platform, userId)) ?? null;
}

/** The same, locked until the transaction ends: neither unlinked meanwhile, nor asked twice at once. */
export async function lockChatAccount(
  tx: Tx,
  platform: ChatPlatform['name'],
  userId: string,
): Promise<ChatAccount | null> {
  return (await lockAccount(tx, platform, userId)) ?? null;
}
