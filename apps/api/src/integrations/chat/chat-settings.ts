import { groups, type Settings, together } from '@realmkeep/settings';
import { isPublicUrl } from '../../http/public-url.ts';

/** Which chat platform there is, and what it needs; null: none. */
export type ChatSettings =
  | ({ platform: 'discord'; apiBase: string } & DiscordCredentials)
  | { platform: 'sandbox' }
  | null;

interface DiscordCredentials {
  clientId: string;
  clientSecret: string;
  botToken: string;
  publicKey: string;
  guildId: string;
  inviteUrl: string;
}

/**
 * Discord where it is chosen or anything of it is set; else the sandbox, where nobody from outside reaches it; else none.
 * @returns what cannot be, by the names of the settings and never their values, where anything cannot
 */
export function chatSettings(
  env: Settings<'CHAT' | 'DISCORD_API_BASE' | (typeof groups.discord)[number]>,
  { publicUrl, requireChatLink }: { publicUrl: string; requireChatLink: boolean },
): { chat: ChatSettings; problems: string[] } {
  const values = together(env, groups.discord);
  const isPublic = isPublicUrl(publicUrl);

  if (env.CHAT === 'sandbox' && isPublic) {
    return {
      chat: null,
      problems: ['CHAT: the sandbox lets anybody play anybody, so it may not stand at a public PUBLIC_URL'],
    };
  }
  if (env.CHAT !== 'sandbox' && values) {
    const chat = {
      platform: 'discord' as const,
      apiBase: (env.DISCORD_API_BASE ?? 'https://discord.com/api').replace(/\/$/, ''),
      clientId: values.DISCORD_CLIENT_ID,
      clientSecret: values.DISCORD_CLIENT_SECRET,
      botToken: values.DISCORD_BOT_TOKEN,
      publicKey: values.DISCORD_PUBLIC_KEY,
      guildId: values.DISCORD_GUILD_ID,
      inviteUrl: values.DISCORD_INVITE_URL,
    };
    return { chat, problems: [] };
  }
  if (!isPublic) return { chat: { platform: 'sandbox' }, problems: [] };
  if (!requireChatLink) return { chat: null, problems: [] };
  const problem = `REQUIRE_CHAT_LINK: nobody could create realms, as no chat platform is set up: set ${groups.discord.join(', ')}, or REQUIRE_CHAT_LINK=false`;
  return { chat: null, problems: [problem] };
}
