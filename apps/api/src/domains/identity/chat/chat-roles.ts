import type { Context } from '../../../context.ts';
import { ChatError, type ChatPlatform } from '../../../integrations/chat/chat-platform.ts';
import {
  type DueRole,
  enlistOtherRoles,
  findDueRoles,
  recordRoleBegun,
  recordRoleFailed,
  recordRoleSettled,
} from './chat-role-queries.ts';

/** How many accounts one pass handles, and the longest pause before a retry, in seconds. */
const atOnce = 20;
const longestPause = 3600;

/** Gives linked accounts their tier's role in the community, and removes roles that no longer apply. */
export async function chatRoles(ctx: Context): Promise<void> {
  const { chat, db } = ctx;
  if (!chat) return;
  for (const due of await findDueRoles(db, chat.name, atOnce)) {
    try {
      await settle(ctx, chat, due);
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      await recordRoleFailed(db, chat.name, due, Math.min(2 ** due.attempts, longestPause));
      ctx.log.error(
        { err: error, chatAccount: due.id, tier: due.tier },
        "failed to set a tier's role in the community",
      );
      // The platform is most likely unavailable: the others would fail too.
      return;
    }
  }
}

/** Finds accounts whose role differs from the setting for their tier. */
export async function chatRolesCompare({ chat, db, config }: Context): Promise<void> {
  if (chat) await enlistOtherRoles(db, chat.name, config.chat?.tierRoles ?? {});
}

async function settle({ db, config }: Context, chat: ChatPlatform, due: DueRole): Promise<void> {
  const role = config.chat?.tierRoles[due.tier] ?? null;
  if (role !== null) await recordRoleBegun(db, chat.name, due.id, role);
  let isMember = true;
  for (const other of due.held.filter((held) => held !== role)) {
    isMember = await chat.setRole(due.id, other, false);
  }
  if (role !== null) isMember = await chat.setRole(due.id, role, true);
  // A player who left has no roles; linking again leads back in, and is a new link.
  await recordRoleSettled(db, chat.name, due, isMember ? role : null);
}
