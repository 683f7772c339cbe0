import type { Context } from '../../context.ts';
import type { ChatPlatform } from '../../integrations/chat/chat-platform.ts';

/** What a stored token of the platform belongs to; the name of its column follows. */
export function tokenOwner(platform: ChatPlatform['name'], userId: string): string {
  return `${platform}:${userId}`;
}

/** Gives a player's consent back. If the platform does not hear it, the token ends by itself: nobody else waits for that. */
export async function revokeQuietly(ctx: Context, chat: ChatPlatform, refreshToken: string): Promise<void> {
  await chat.revoke(refreshToken).catch((err: unknown) => ctx.log.warn({ err }, 'a chat token was not revoked'));
}
