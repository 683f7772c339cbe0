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

/** How many accounts one time looks after, and the longest pause before one is tried again, in seconds. */
const atOnce = 20;
const longestPause = 3600;

/** Gives linked accounts the role of their player's tier in the community, and takes those away that are theirs no more. */
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
      // Most likely the platform is away: the others would fare no better.
      return;
    }
  }
}

/** Finds whoever has another role than the setting gives to their tier. */
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
  // Whoever left has no roles; linking leads back in, and is a new link.
  await recordRoleSettled(db, chat.name, due, isMember ? role : null);
}
