import { groups, type Settings, together } from '@realmkeep/settings';
import { isPublicUrl } from '@realmkeep/sockets';
import type { ChatPlatform } from './chat-platform.ts';

/** The chat platform in use, and what it needs; null: none. */
export type ChatSettings = ({ platform: ChatPlatform['name']; apiBase: string } & DiscordCredentials) | null;

interface DiscordCredentials {
  clientId: string;
  clientSecret: string;
  botToken: string;
  publicKey: string;
  guildId: string;
  inviteUrl: string;
  /** The community's role of each tier that has one. */
  tierRoles: Record<string, string>;
}

/**
 * Discord where it is set up; else none. One of this machine or the local network is a stand-in, the sandbox.
 * @returns what cannot be, by the names of the settings and never their values, where anything cannot
 */
export function chatSettings(
  env: Settings<'DISCORD_API_BASE' | 'DISCORD_TIER_ROLES' | (typeof groups.discord)[number]>,
  { publicUrl, requireChatLink }: { publicUrl: string; requireChatLink: boolean },
): { chat: ChatSettings; problems: string[] } {
  const values = together(env, groups.discord);
  if (values) {
    const apiBase = (env.DISCORD_API_BASE ?? 'https://discord.com/api').replace(/\/$/, '');
    const platform = isPublicUrl(apiBase) ? ('discord' as const) : ('sandbox' as const);
    if (platform === 'sandbox' && isPublicUrl(publicUrl)) {
      const problem = 'a stand-in lets anybody play anybody, so it may not stand at a public PUBLIC_URL';
      return { chat: null, problems: [`DISCORD_API_BASE: ${problem}`] };
    }
    const chat = {
      platform,
      apiBase,
      clientId: values.DISCORD_CLIENT_ID,
      clientSecret: values.DISCORD_CLIENT_SECRET,
      botToken: values.DISCORD_BOT_TOKEN,
      publicKey: values.DISCORD_PUBLIC_KEY,
      guildId: values.DISCORD_GUILD_ID,
      inviteUrl: values.DISCORD_INVITE_URL,
      tierRoles: env.DISCORD_TIER_ROLES ?? {},
    };
    return { chat, problems: [] };
  }
  if (!requireChatLink) return { chat: null, problems: [] };
  const problem = `REQUIRE_CHAT_LINK: nobody could create realms, as no chat platform is set up: set ${groups.discord.join(', ')}, or REQUIRE_CHAT_LINK=false`;
  return { chat: null, problems: [problem] };
}
