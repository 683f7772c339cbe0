import { totalmem } from 'node:os';
import { PROXY_ADDRESS } from '@realmkeep/sockets';
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

const listOf = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);
const addressList = z
  .string()
  .default('')
  .transform(listOf)
  .refine((list) => list.every((part) => !/\/0+$/.test(part)), 'must name your proxies, and not everybody');
const optionalText = z
  .string()
  .default('')
  .transform((text) => text || null);

/** Of a socket that is bound already; without one the api binds its own. */
const descriptor = z.coerce
  .number()
  .int()
  .min(3)
  .optional()
  .transform((fd) => fd ?? null);

const Environment = z.object({
  PORT_FD: descriptor,
  SFTP_FD: descriptor,
  INTERNAL_FD: descriptor,
  PAGE_PROXY_FD: descriptor,
  SFTP_PROXY_FD: descriptor,
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1),
  DATABASE_URL: z.string().min(1),
  /** Set by bin/start --adopt-data-dir. */
  ADOPT_DATA_DIR: z.enum(['true', 'false']).default('false'),
  /** Of the guests' own cluster; empty: it does not run yet, and whoever started this starts it when it is asked to. */
  GUESTS_DATABASE_URL: optionalText,
  /** A server of the operator's for realms' databases; empty: the guests' own cluster. */
  REALM_DATABASE_URL: optionalText,
  /** Where realms that have no walls reach their databases, on 127.0.0.1; empty: all have walls. */
  GUESTS_TCP_PORT: optionalText,
  /** Whether databases of before, on the product's server, are copied to the guests' by whoever started this. */
  GUESTS_CARRY_OVER: z.enum(['true', 'false']).default('false'),
  /** Why that could not be done; empty: it was, or there was nothing to be done. */
  GUESTS_MISSING: optionalText,
  /** uid and gid of who opens the doors to databases, where that is another than this process. */
  GUESTS_USER: z.string().default(''),
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
  /** IPv4 addresses with commas between. */
  REALM_DNS: z.string().default(''),
  PROGRAMS_WITHOUT_WALLS: z.enum(['', 'accept-risk']).default(''),
  SUPPORT_URL: optionalLink,
  WIKI_URL: optionalLink,
  COMMUNITY_URL: optionalLink,
  SOCIAL_VK_URL: optionalLink,
  SOCIAL_INSTAGRAM_URL: optionalLink,
  SOCIAL_TIKTOK_URL: optionalLink,
  /** Comma-separated origins besides PUBLIC_URL. */
  ALSO_AT: z.string().default(''),
  /** Comma-separated addresses of the reverse proxies whose X-Forwarded-For is believed; and whose PROXY headers are, by SFTP. */
  TRUST_PROXY: addressList,
  SFTP_PROXY_FROM: addressList,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  TOKEN_KEY: secret,
  GATEWAY_TOKEN: secret,
  METRICS_TOKEN: secret,
  WEB_DIR: z.string().min(1),
  REALM_SERVER_DIR: z.string().min(1),
  /** `uid:gid` of the gateway, where that is another user than this. */
  GATEWAY_USER: z.union([z.literal(''), z.string().regex(/^\d+:\d+$/)]).default(''),
  PATH: z.string().default(''),
  /** 0: what the machine has, but for a part that is kept. */
  REALM_MEMORY_MIB: z.coerce.number().int().min(0).default(0),
  REQUESTS_PER_MINUTE: count.default(600),
  CREDENTIALS_PER_MINUTE: count.default(20),
  LOGINS_PER_ACCOUNT: count.default(10),
  LOGINS_PER_ADDRESS: count.default(50),
  CHALLENGES_PER_ACCOUNT: count.default(5),
  MESSAGES_PER_10_MINUTES: count.default(10),
  SOCKETS_PER_ADDRESS: count.default(100),
  REGISTRATIONS_PER_HOUR: count.default(5),
  NAME_RELEASE_DAYS: z.coerce.number().int().min(0).default(30),
  PAGE_CONNECTIONS_PER_ADDRESS: count.default(250),
  /** For tests, as the next. */
  HEADERS_TIMEOUT_MS: count.max(30_000).default(10_000),
  STRICT_ERRORS: z.enum(['true', 'false']).default('false'),
  REFERRAL_ACCOUNT_DAYS: z.coerce.number().int().min(0).default(7),
  REFERRAL_SHARES_PER_MONTH: z.coerce.number().int().min(0).default(3_000),
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
    portFd: env.PORT_FD,
    sftpFd: env.SFTP_FD,
    /** Of the socket for the gateway. */
    internalFd: env.INTERNAL_FD,
    /** Of the sockets for reverse proxies on this machine. */
    pageProxyFd: env.PAGE_PROXY_FD,
    sftpProxyFd: env.SFTP_PROXY_FD,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    /** Whether the database takes this data folder for its own, whichever it had before. */
    adoptDataDir: env.ADOPT_DATA_DIR === 'true',
    guests: {
      clusterUrl: env.GUESTS_DATABASE_URL,
      namedUrl: env.REALM_DATABASE_URL,
      tcpPort: env.GUESTS_TCP_PORT === null ? null : Number(env.GUESTS_TCP_PORT),
      missing: env.GUESTS_MISSING,
      carriesOver: env.GUESTS_CARRY_OVER === 'true',
      user: userOf(env.GUESTS_USER),
    },
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
    /** IPv4 addresses of whom realms ask for names; none: whom the machine asks. */
    realmDns: env.REALM_DNS.split(',').flatMap((part) => part.trim() || []),
    /** Whether players' programs run on a machine that has no walls for them. */
    programsWithoutWalls: env.PROGRAMS_WITHOUT_WALLS === 'accept-risk',
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
    alsoAt: listOf(env.ALSO_AT).map((url) => new URL(url).origin),
    trustProxy: withOwn(env.PAGE_PROXY_FD, env.TRUST_PROXY),
    sftpProxyFrom: withOwn(env.SFTP_PROXY_FD, env.SFTP_PROXY_FROM),
    logLevel: env.LOG_LEVEL,
    /** Whether a code that a call's contract does not name is a fault of ours. */
    strictErrors: env.STRICT_ERRORS === 'true',
    secrets: { tokenKey: env.TOKEN_KEY, gatewayToken: env.GATEWAY_TOKEN, metricsToken: env.METRICS_TOKEN },
    /** For all realms together. */
    realmMemoryMiB: env.REALM_MEMORY_MIB || realmMemoryMiB(),
    webDir: env.WEB_DIR,
    realmServerDir: env.REALM_SERVER_DIR,
    /** null: names are never released. */
    nameReleaseDays: env.NAME_RELEASE_DAYS || null,
    referrals: {
      /** Days that a chat account must have been there for the bonus. */
      minimumDays: env.REFERRAL_ACCOUNT_DAYS,
      /** Coins of payments that one referrer is given in a month, by UTC. */
      monthlyShares: env.REFERRAL_SHARES_PER_MONTH,
    },
    gatewayUser: userOf(env.GATEWAY_USER),
    limits: {
      requestsPerMinute: env.REQUESTS_PER_MINUTE,
      credentialsPerMinute: env.CREDENTIALS_PER_MINUTE,
      /** From one network, before its pages have to work for more. */
      registrationsPerHour: env.REGISTRATIONS_PER_HOUR,
      /** In 15 minutes, as the next. */
      loginsPerAccount: env.LOGINS_PER_ACCOUNT,
      loginsPerAddress: env.LOGINS_PER_ADDRESS,
      /** In 10 minutes: second steps of a log-in, and direct messages of every kind to one account. */
      challengesPerAccount: env.CHALLENGES_PER_ACCOUNT,
      messagesPerAccount: env.MESSAGES_PER_10_MINUTES,
      /** Open at once. */
      socketsPerAddress: env.SOCKETS_PER_ADDRESS,
      connectionsPerAddress: env.PAGE_CONNECTIONS_PER_ADDRESS,
      /** How long a request's head may take from the connection, or the answer before. */
      headersTimeoutMs: env.HEADERS_TIMEOUT_MS,
    },
  };
}

/** Beside the named proxies those that come by a socket of their own. */
function withOwn(fd: number | null, named: string[]): string[] {
  return fd === null ? named : [...named, PROXY_ADDRESS];
}

function userOf(text: string): { uid: number; gid: number } | null {
  const [uid = 0, gid = 0] = text.split(':').map(Number);
  return text === '' ? null : { uid, gid };
}

/** Kept for the database, the api, the gateway and the machine, as a part of it and at most in MiB. */
const kept = { part: 0.25, mebibytes: 3072 };

/** What realms may take together of this machine, or of the group that this process is in. */
function realmMemoryMiB(): number {
  const mebibyte = 1024 * 1024;
  const constrained = process.constrainedMemory();
  const total = Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / mebibyte;
  return Math.floor(total - Math.min(total * kept.part, kept.mebibytes));
}
