import { z } from 'zod';
import { backupEnvironment, backupSettings } from './integrations/backup-store/backup-settings.ts';
import { chatEnvironment, chatSettings } from './integrations/chat/chat-settings.ts';
import { kernelEnvironment, kernelSources } from './integrations/kernels/kernel-settings.ts';
import { paymentEnvironment, paymentSettings } from './integrations/payments/payment-settings.ts';

const port = z.coerce.number().int().min(1).max(65_535);
const secret = z.string().min(32);
const count = z.coerce.number().int().positive();
const optionalLink = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ })])
  .default('')
  .transform((text) => text || null);

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1),
  DATABASE_URL: z.string().min(1),
  BASE_DOMAIN: z.string().min(1).default('localhost'),
  GAME_PORT: port.default(25_565),
  /** 0: no SFTP. */
  SFTP_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  REQUIRE_CHAT_LINK: z.enum(['true', 'false']).default('true'),
  REGISTRATION: z.enum(['open', 'soon']).default('open'),
  GEO_API_BASE: optionalLink,
  ...chatEnvironment,
  ...paymentEnvironment,
  ...backupEnvironment,
  ...kernelEnvironment,
  SUPPORT_URL: optionalLink,
  WIKI_URL: optionalLink,
  COMMUNITY_URL: optionalLink,
  SOCIAL_VK_URL: optionalLink,
  SOCIAL_INSTAGRAM_URL: optionalLink,
  SOCIAL_TIKTOK_URL: optionalLink,
  /** Comma-separated addresses of the reverse proxies whose X-Forwarded-For is believed. */
  TRUST_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  TOKEN_KEY: secret,
  GATEWAY_TOKEN: secret,
  METRICS_TOKEN: secret,
  WEB_DIR: z.string().min(1),
  REALM_SERVER_DIR: z.string().min(1),
  PATH: z.string().default(''),
  REQUESTS_PER_MINUTE: count.default(600),
  CREDENTIALS_PER_MINUTE: count.default(20),
  LOGINS_PER_ACCOUNT: count.default(10),
  LOGINS_PER_ADDRESS: count.default(50),
  CHALLENGES_PER_ACCOUNT: count.default(5),
  MESSAGES_PER_10_MINUTES: count.default(10),
  SOCKETS_PER_ADDRESS: count.default(100),
});

/** What the api is told at its start. The only reader of the environment. */
export type Config = ReturnType<typeof readConfig>;

/** @throws Error that names each setting that is wrong, and never its value */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const read = Environment.safeParse(environment);
  if (!read.success) {
    throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  }
  const env = read.data;
  const publicUrl = new URL(env.PUBLIC_URL).origin;
  const requireChatLink = env.REQUIRE_CHAT_LINK === 'true';
  const { chat, problems: chatProblems } = chatSettings(env, { publicUrl, requireChatLink });
  const { payments, problems: paymentProblems } = paymentSettings(env, publicUrl);
  const { backups, problems: backupProblems } = backupSettings(env, env.DATA_DIR);
  const problems = [...chatProblems, ...paymentProblems, ...backupProblems];
  if (problems.length > 0) throw new Error(problems.join('; '));
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    baseDomain: env.BASE_DOMAIN,
    gamePort: env.GAME_PORT,
    /** null: no SFTP. */
    sftpPort: env.SFTP_PORT || null,
    publicUrl,
    requireChatLink,
    chat,
    payments,
    backups,
    kernels: kernelSources(env, publicUrl),
    /** Where programs are, with colons between. */
    path: env.PATH,
    registrationSoon: env.REGISTRATION === 'soon',
    /** Where the languages of a place are asked for, such as https://ipapi.co; null: nowhere. */
    geoApiBase: env.GEO_API_BASE,
    links: {
      support: env.SUPPORT_URL,
      wiki: env.WIKI_URL,
      community: env.COMMUNITY_URL,
      vk: env.SOCIAL_VK_URL,
      instagram: env.SOCIAL_INSTAGRAM_URL,
      tiktok: env.SOCIAL_TIKTOK_URL,
    },
    trustProxy: env.TRUST_PROXY.split(',').flatMap((part) => part.trim() || []),
    logLevel: env.LOG_LEVEL,
    secrets: { tokenKey: env.TOKEN_KEY, gatewayToken: env.GATEWAY_TOKEN, metricsToken: env.METRICS_TOKEN },
    webDir: env.WEB_DIR,
    realmServerDir: env.REALM_SERVER_DIR,
    limits: {
      requestsPerMinute: env.REQUESTS_PER_MINUTE,
      credentialsPerMinute: env.CREDENTIALS_PER_MINUTE,
      /** In 15 minutes, as the next. */
      loginsPerAccount: env.LOGINS_PER_ACCOUNT,
      loginsPerAddress: env.LOGINS_PER_ADDRESS,
      /** In 10 minutes: second steps of a log-in, and direct messages of every kind to one account. */
      challengesPerAccount: env.CHALLENGES_PER_ACCOUNT,
      messagesPerAccount: env.MESSAGES_PER_10_MINUTES,
      /** Open at once. */
      socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    },
  };
}
