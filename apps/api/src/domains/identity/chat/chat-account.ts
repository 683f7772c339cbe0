import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { ChatPlatform } from '../../../integrations/chat/chat-platform.ts';
import { findAccount, lockAccount } from './chat-queries.ts';

/** A player's chat account. */
export interface ChatAccount {
  /** Its id on the platform. */
  id: string;
  username: string;
  /** null if none was verified when it was linked. */
  email: string | null;
  linkedAt: Date;
}

/**
 * The platform whose links count. Links elsewhere, as to the sandbox once Discord is set up, count as not linked. With no platform set up,
 * links to Discord still count: removing its settings opens no account to the password alone.
 */
export function linkPlatform(ctx: Context): ChatPlatform['name'] {
  return ctx.chat?.name ?? 'discord';
}

/** The player's linked chat account on this platform, or null. */
export async function chatAccountOf(
  db: Db | Tx,
  platform: ChatPlatform['name'],
  userId: string,
): Promise<ChatAccount | null> {
  return (await findAccount(db, platform, userId)) ?? null;
}

/** The same, locked until the transaction ends: it can neither be unlinked meanwhile nor asked twice at once. */
export async function lockChatAccount(
  tx: Tx,
  platform: ChatPlatform['name'],
  userId: string,
): Promise<ChatAccount | null> {
  return (await lockAccount(tx, platform, userId)) ?? null;
}
