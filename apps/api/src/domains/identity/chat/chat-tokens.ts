import type { Context } from '../../../context.ts';
import type { ChatGrant, ChatPlatform } from '../../../integrations/chat/chat-platform.ts';
import { seal, unseal } from './sealed.ts';

/** The tokens of a player's consent, as stored: each can only be decrypted in its own column of the player's row. */
export function sealedTokens(ctx: Context, chat: ChatPlatform, userId: string, grant: ChatGrant) {
  const { tokenKey } = ctx.config.secrets;
  return {
    token: seal(tokenKey, `${chat.name}:${userId}:token`, grant.accessToken),
    refreshToken: seal(tokenKey, refreshTokenOwner(chat, userId), grant.refreshToken),
  };
}

/** Revokes a player's consent. If the platform does not hear it, the token expires on its own: nothing else waits for it. */
export async function revokeToken(ctx: Context, chat: ChatPlatform, refreshToken: string): Promise<void> {
  await chat
    .revoke(refreshToken)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'failed to revoke a chat token'));
}

/** The same for a stored consent. It may have been sealed with another key. */
export async function revokeSealed(ctx: Context, chat: ChatPlatform, userId: string, sealed: Buffer): Promise<void> {
  try {
    await chat.revoke(unseal(ctx.config.secrets.tokenKey, refreshTokenOwner(chat, userId), sealed));
  } catch (error) {
    ctx.log.warn({ err: error }, 'failed to revoke a stored chat token');
  }
}

function refreshTokenOwner(chat: ChatPlatform, userId: string): string {
  return `${chat.name}:${userId}:refresh_token`;
}
