import { z } from 'zod';
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

/** The settings as they were given; an empty one is none. */
const text = z.string().default('');
export const chatEnvironment = {
  CHAT: z.enum(['', 'discord', 'sandbox']).default(''),
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  DISCORD_BOT_TOKEN: text,
  DISCORD_PUBLIC_KEY: text,
  DISCORD_GUILD_ID: text,
  DISCORD_INVITE_URL: text,
  DISCORD_API_BASE: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),
};
type ChatEnvironment = z.infer<z.ZodObject<typeof chatEnvironment>>;

const snowflake = [/^\d{17,20}$/, 'a number of 17 to 20 digits'] as const;
const word = [/^[\x21-\x7e]{10,200}$/, 'as Discord shows it'] as const;

/** What Discord needs, and what each must be. */
const credentials = {
  DISCORD_CLIENT_ID: snowflake,
  DISCORD_CLIENT_SECRET: word,
  DISCORD_BOT_TOKEN: word,
  DISCORD_PUBLIC_KEY: [/^[0-9a-f]{64}$/i, '64 digits in hex'],
  DISCORD_GUILD_ID: snowflake,
  DISCORD_INVITE_URL: [/^https:\/\/\S+$/, 'a link that begins with https://'],
} as const;

/**
 * Discord where it is chosen or anything of it is set; else the sandbox, where nobody from outside reaches it; else none.
 * @returns what cannot be, by the names of the settings and never their values, where anything cannot
 */
export function chatSettings(
  env: ChatEnvironment,
  { publicUrl, requireChatLink }: { publicUrl: string; requireChatLink: boolean },
): { chat: ChatSettings; problems: string[] } {
  const names = Object.keys(credentials) as (keyof typeof credentials)[];
  const isPublic = isPublicUrl(publicUrl);

  if (env.CHAT === 'sandbox' && isPublic) {
    return {
      chat: null,
      problems: ['CHAT: the sandbox lets anybody play anybody, so it may not stand at a public PUBLIC_URL'],
    };
  }
  if (env.CHAT === 'discord' || (env.CHAT === '' && names.some((name) => env[name]))) {
    const problems = names.flatMap((name) => {
      const [pattern, what] = credentials[name];
      if (!env[name]) return `${name}: is missing, and Discord needs it`;
      return pattern.test(env[name]) ? [] : `${name}: must be ${what}`;
    });
    const chat = {
      platform: 'discord' as const,
      apiBase: (env.DISCORD_API_BASE || 'https://discord.com/api').replace(/\/$/, ''),
      clientId: env.DISCORD_CLIENT_ID,
      clientSecret: env.DISCORD_CLIENT_SECRET,
      botToken: env.DISCORD_BOT_TOKEN,
      publicKey: env.DISCORD_PUBLIC_KEY,
      guildId: env.DISCORD_GUILD_ID,
      inviteUrl: env.DISCORD_INVITE_URL,
    };
    return { chat, problems };
  }
  if (!isPublic) return { chat: { platform: 'sandbox' }, problems: [] };
  if (!requireChatLink) return { chat: null, problems: [] };
  const problem = `REQUIRE_CHAT_LINK: nobody could create realms, as no chat platform is set up: set ${names.join(', ')}, or REQUIRE_CHAT_LINK=false`;
  return { chat: null, problems: [problem] };
}
