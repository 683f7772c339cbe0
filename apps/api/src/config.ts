import { realmMemoryMiB } from '@realmkeep/runtime/installed';
import { namesFor, problemsAmong, readSettings, SettingsError } from '@realmkeep/settings';
import { proxyAddress } from '@realmkeep/sockets';
import { backupSettings, blobSettings } from './integrations/blobs/blob-settings.ts';
import { dnsSettings } from './integrations/dns/create-dns.ts';
import { chatSettings } from './integrations/chat/chat-settings.ts';
import { kernelSources } from './integrations/kernels/kernel-settings.ts';
import { modrinthSource } from './integrations/modrinth/modrinth-settings.ts';
import { paymentSettings } from './integrations/payments/payment-settings.ts';

/** Of a cluster: what there is no room for it does not start. */
const clusterMiB = 9_999_999;

/** The api's configuration. This is the only reader of the environment. */
export type Config = ReturnType<typeof readConfig>;

/** @throws SettingsError */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const env = readSettings(namesFor('api'), environment);
  const { PUBLIC_URL: publicUrl, REQUIRE_CHAT_LINK: requireChatLink } = env;
  const databaseUrl = needed(env, 'DATABASE_URL');
  const problemsOfGroups = problemsAmong(env);
  if (problemsOfGroups.length > 0) throw new SettingsError(problemsOfGroups.join('; '));
  const { chat, problems: chatProblems } = chatSettings(env, { publicUrl, requireChatLink });
  const { payments, problems: paymentProblems } = paymentSettings(env, publicUrl);
  const backups = backupSettings(env);
  const { modrinth, problems: modrinthProblems } = modrinthSource(env, publicUrl);
  const problems = [...chatProblems, ...paymentProblems, ...modrinthProblems];
  if (problems.length > 0) throw new SettingsError(problems.join('; '));
  return {
    port: env.PORT,
    host: env.HOST,
    /** Of the page's port, where it is bound already. */
    portFds: env.PORT_FDS,
    sftpFd: env.SFTP_FD,
    /** Of the socket for the gateway. */
    internalFd: env.INTERNAL_FD,
    /** Where gateways on other machines ask, by TLS; null: none are there. */
    internalPort: env.INTERNAL_PORT,
    /** Of the sockets for reverse proxies on this machine. */
    pageProxyFd: env.PAGE_PROXY_FD,
    sftpProxyFd: env.SFTP_PROXY_FD,
    dataDir: env.DATA_DIR,
    /** Of its disk, what users leave free; null: the standard. */
    diskReservePercent: env.DISK_RESERVE_PERCENT,
    /** For what is on its way there; null: what its disk has. */
    spoolGiB: env.SPOOL_GIB,
    inContainer: env.IN_CONTAINER,
    /** Which of how many processes of the api this is that listen on the same sockets. */
    worker: env.WORKER,
    workers: env.API_WORKERS,
    databaseUrl,
    /** Whether the database takes this data folder for its own, whichever it had before. */
    adoptDataDir: env.ADOPT_DATA_DIR,
    guests: {
      clusterUrl: env.GUESTS_DATABASE_URL,
      namedUrl: env.REALM_DATABASE_URL,
      tcpPort: env.GUESTS_TCP_PORT,
      missing: env.GUESTS_MISSING,
      carriesOver: env.GUESTS_CARRY_OVER,
      user: env.GUESTS_USER,
    },
    baseDomain: env.BASE_DOMAIN,
    gamePort: env.GAME_PORT,
    /** null: no SFTP. */
    sftpPort: env.SFTP_PORT || null,
    publicUrl,
    requireChatLink,
    chat,
    payments,
    blobs: blobSettings(env),
    backups,
    /** Who keeps realms' DNS records; null: one wildcard record serves all. */
    dns: dnsSettings(env),
    kernels: kernelSources(env, publicUrl),
    /** The source of plugins and data packs. */
    modrinth,
    /** Where programs are, with colons between. */
    path: env.PATH,
    /** IPv4 addresses of whom realms ask for names; none: whom the machine asks. */
    runtime: env.RUNTIME,
    dockerSocket: env.DOCKER_SOCKET,
    kubernetes: {
      url: env.KUBERNETES_API,
      namespace: env.KUBERNETES_NAMESPACE,
      credentials: env.KUBERNETES_CREDENTIALS,
      /** Set with RUNTIME=kubernetes. */
      image: env.KUBERNETES_IMAGE ?? '',
      javaImages: env.KUBERNETES_JAVA_IMAGES ?? [],
      storageClass: env.KUBERNETES_STORAGE_CLASS,
      volumeAccess: env.KUBERNETES_VOLUME_ACCESS,
      volumeGiB: env.KUBERNETES_VOLUME_GIB,
      ownAddress: env.KUBERNETES_OWN_ADDRESS,
      /** By which pods find the doors to realms' databases; null: they have none. */
      doorsHost: env.REALM_DATABASE_URL === null ? null : env.KUBERNETES_DOORS,
    },
    realmDns: env.REALM_DNS ?? [],
    /** Whether players' programs run on a machine that has no walls for them. */
    programsWithoutWalls: env.PROGRAMS_WITHOUT_WALLS === 'accept-risk',
    registrationSoon: env.REGISTRATION === 'soon',
    /** Where the languages of a place are asked for, such as https://ipapi.co; null: nowhere. */
    geoApiBase: env.GEO_API_BASE,
    geoDatabase: env.GEO_DATABASE,
    links: {
      support: env.SUPPORT_URL,
      wiki: env.WIKI_URL,
      community: env.COMMUNITY_URL,
      vk: env.SOCIAL_VK_URL,
      instagram: env.SOCIAL_INSTAGRAM_URL,
      tiktok: env.SOCIAL_TIKTOK_URL,
    },
    alsoAt: env.ALSO_AT ?? [],
    trustProxy: withOwn(env.PAGE_PROXY_FD, env.TRUST_PROXY ?? []),
    sftpProxyFrom: withOwn(env.SFTP_PROXY_FD, env.SFTP_PROXY_FROM ?? []),
    logLevel: env.LOG_LEVEL,
    /** Whether a code that a call's contract does not name is a fault of ours. */
    strictErrors: env.STRICT_ERRORS,
    secrets: {
      tokenKey: needed(env, 'TOKEN_KEY'),
      gatewayToken: needed(env, 'GATEWAY_TOKEN'),
      metricsToken: needed(env, 'METRICS_TOKEN'),
    },
    /** For all realms together. */
    realmMemoryMiB: env.REALM_MEMORY_MIB || (env.RUNTIME === 'kubernetes' ? clusterMiB : realmMemoryMiB()),
    webDir: env.WEB_DIR,
    realmServerDir: env.REALM_SERVER_DIR,
    /** null: names are never released. */
    nameReleaseDays: env.NAME_RELEASE_DAYS || null,
    referrals: {
      /** Days that a chat account must have been there for the bonus. */
      minimumDays: env.REFERRAL_ACCOUNT_DAYS,
      /** The most coins that one referrer gets from payments in a month, by UTC. */
      monthlyShares: env.REFERRAL_SHARES_PER_MONTH,
    },
    /** Whether it migrates the database itself, or waits until it has been migrated. */
    migrates: env.MIGRATE,
    /** How this process leaves: first it serves without being ready; then work under way may finish. */
    drain: {
      // New connections go to the other workers.
      noticeMs: env.API_WORKERS > 1 ? 0 : env.DRAIN_NOTICE_SECONDS * 1_000,
      graceMs: env.DRAIN_SECONDS * 1_000,
    },
    gatewayUser: env.GATEWAY_USER,
    limits: {
      requestsPerMinute: env.REQUESTS_PER_MINUTE,
      credentialsPerMinute: env.CREDENTIALS_PER_MINUTE,
      /** From one network, before its pages have to work for more. */
      registrationsPerHour: env.REGISTRATIONS_PER_HOUR,
      /** In 15 minutes, as the next. */
      loginsPerAccount: env.LOGINS_PER_ACCOUNT,
      loginsPerAddress: env.LOGINS_PER_ADDRESS,
      /** In 10 minutes: second steps of a login, and direct messages of every kind to one account. */
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

/** A setting that operators need not set, because the supervisor does. */
function needed<const N extends string>(env: Record<N, string | null>, name: N): string {
  const value = env[name];
  if (value === null) throw new SettingsError(`${name}: is missing`);
  return value;
}

/** The named proxies, and local ones that connect by a socket of their own. */
function withOwn(fd: number | null, named: string[]): string[] {
  return fd === null ? named : [...named, proxyAddress];
}
