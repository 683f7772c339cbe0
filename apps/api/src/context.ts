import { join, resolve } from 'node:path';
import type { RealmRuntime, RuntimeEnforcement } from '@realmkeep/runtime';
import { type FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { type Db, openDb, openPool } from './db/pool.ts';
import {
  createSessionStandings,
  type SessionStandings,
  TokenMemory,
} from './domains/identity/sessions/authenticate.ts';
import { createTokens, type Tokens } from './domains/identity/sessions/tokens.ts';
import { type AskForGuests, DatabaseServers } from './domains/databases/database-servers.ts';
import { dnsCounts } from './domains/realms/dns/dns-view.ts';
import { RealmCensus } from './domains/realms/live/realm-census.ts';
import type { RealmHosts } from './domains/realms/hosts/realm-hosts.ts';
import { LandPictures } from './domains/files/land/land-pictures.ts';
import { FileWorks } from './domains/files/file-works.ts';
import { MemoryQueue } from './domains/realms/reconciler/memory-queue.ts';
import { createRealmLists, type RealmLists } from './domains/realms/realm-lists.ts';
import { RealmDirectory } from './domains/realms/live/realm-directory.ts';
import { standingCounts } from './domains/realms/live/realm-phases.ts';
import { RealmHistories } from './domains/realms/live/realm-histories.ts';
import { LedgerWatch } from './domains/coins/wallet/ledger-watch.ts';
import { type BackupStores, createBackupStores } from './integrations/blobs/backup-stores.ts';
import { type BlobStores, createBlobStores } from './integrations/blobs/blob-stores.ts';
import type { ChatPlatform } from './integrations/chat/chat-platform.ts';
import { createDns } from './integrations/dns/create-dns.ts';
import type { DnsProvider } from './integrations/dns/dns-provider.ts';
import { createDiscord } from './integrations/chat/discord/discord.ts';
import { createPayments } from './integrations/payments/create-payments.ts';
import type { Payments } from './integrations/payments/payments.ts';
import { GeoDatabase } from './integrations/geo/geo-database.ts';
import { GeoLookup } from './integrations/geo/geo-lookup.ts';
import { KernelCatalogue } from './integrations/kernels/kernel-catalogue.ts';
import { KernelJars } from './integrations/kernels/kernel-jars.ts';
import { StoredJars } from './integrations/kernels/stored-jars.ts';
import { KeptAnswers } from './limits/kept-answers.ts';
import { Modrinth } from './integrations/modrinth/modrinth.ts';
import type { FindJava } from './integrations/kernels/known-java.ts';
import type { ResolveHost } from './integrations/resource-packs/resolve-public.ts';
import { ResourcePacks } from './integrations/resource-packs/resource-packs.ts';
import { callerNetwork } from './limits/caller-network.ts';
import { FairTurns } from './limits/fair-turns.ts';
import { ProxyWatch } from './http/connections/proxy-watch.ts';
import { type HostKey, loadHostKey } from './sftp/host-key.ts';

/** What every operation may use. Composed once, here. */
export interface Context {
  config: Config;
  log: FastifyBaseLogger;
  /** Aborts when this process begins to leave: it goes on serving for a while, and load balancers should look elsewhere. */
  leaving: AbortController;
  pool: Pool;
  db: Db;
  runtime: RealmRuntime;
  /** Where realms run; null: on this machine. */
  hosts: RealmHosts | null;
  /** What bounds realms there. */
  enforcement: RuntimeEnforcement;
  directory: RealmDirectory;
  memory: MemoryQueue;
  realmLists: RealmLists;
  histories: RealmHistories;
  census: RealmCensus;
  /** How many realms are at rest, and what came of DNS names: counts of all there are. */
  standing: ReturnType<typeof standingCounts>;
  dnsCounts: ReturnType<typeof dnsCounts>;
  tokens: Tokens;
  tokenMemory: TokenMemory;
  sessionStandings: SessionStandings;
  proxyWatch: ProxyWatch;
  ledgerWatch: LedgerWatch;
  geo: GeoLookup;
  resourcePacks: ResourcePacks;
  fileWorks: FileWorks;
  landPictures: LandPictures;
  /** Where realms' databases lie. */
  databaseServers: DatabaseServers;
  blobs: BlobStores;
  backupStores: BackupStores;
  kernelCatalogue: KernelCatalogue;
  kernelJars: KernelJars;
  /** The source of plugins and data packs. */
  modrinth: Modrinth;
  /** SHA-512 of realms' files, by realm, path and version. */
  fileHashes: KeptAnswers<string>;
  /** What there is of Java on this machine, lowest version first. */
  javaRuntimes: FindJava;
  /** Of SFTP; null where that is off. */
  sftpKey: HostKey | null;
  /** null where the operator has none. */
  chat: ChatPlatform | null;
  payments: Payments;
  /** Keeps realms' DNS records; null: one wildcard record serves all. */
  dns: DnsProvider | null;
}

/** Callers' share of this process's connection pool; the rest is for background work. A wide network waits only for its own calls. */
const callersConnections = { atOnce: 8, each: 6, waiting: 5_000, waitMs: 15_000 };

export async function createContext(
  config: Config,
  runtime: RealmRuntime,
  log: FastifyBaseLogger,
  resolveHost: ResolveHost,
  findJava: FindJava,
  askForGuests: AskForGuests | null,
  hosts: RealmHosts | null,
): Promise<Context> {
  for (const warning of config.payments.warnings) log.warn(warning);
  const pool = openPool(config.databaseUrl);
  const turns = new FairTurns(callersConnections);
  const db = openDb(pool, () => {
    const network = callerNetwork();
    return network === null ? null : turns.begin(network);
  });
  const directory = new RealmDirectory(db, log);
  const blobs = createBlobStores(config.blobs);
  const jarFolder = join(resolve(config.dataDir), 'kernels');
  const enforcement = await runtime.enforcement();
  return {
    config,
    log,
    leaving: new AbortController(),
    pool,
    db,
    runtime,
    hosts,
    enforcement,
    directory,
    realmLists: createRealmLists(db),
    memory: new MemoryQueue(directory, (hostId) =>
      hostId === null || hosts === null ? config.realmMemoryMiB : hosts.memoryMiB(hostId),
    ),
    histories: new RealmHistories(db, directory),
    census: new RealmCensus(directory),
    standing: standingCounts(db),
    dnsCounts: dnsCounts(db),
    tokens: createTokens(config.secrets.tokenKey),
    tokenMemory: new TokenMemory(),
    sessionStandings: createSessionStandings(db),
    proxyWatch: new ProxyWatch(log),
    ledgerWatch: new LedgerWatch(db, log),
    geo: new GeoLookup(
      config.geoDatabase === null ? null : new GeoDatabase(config.geoDatabase, log),
      config.geoApiBase,
      log,
    ),
    resourcePacks: new ResourcePacks(resolveHost),
    fileWorks: new FileWorks(db, log),
    landPictures: new LandPictures(),
    databaseServers: new DatabaseServers(config, db, log, askForGuests),
    blobs,
    backupStores: createBackupStores(config.backups),
    sftpKey: config.sftpPort === null ? null : await loadHostKey(db, config),
    kernelCatalogue: new KernelCatalogue(config.kernels),
    kernelJars: blobs.jars ? new StoredJars(jarFolder, blobs.jars) : new KernelJars(jarFolder),
    modrinth: new Modrinth(config.modrinth),
    fileHashes: new KeptAnswers(24 * 3_600_000, 20_000),
    javaRuntimes: findJava,
    chat: createChat(config),
    payments: createPayments(config),
    dns: config.dns && createDns(config.dns, await installationId(db)),
  };
}

function createChat({ chat, publicUrl }: Config): ChatPlatform | null {
  if (!chat) return null;
  const authorizePage = new URL('/oauth2/authorize', chat.apiBase).href;
  return createDiscord({
    ...chat,
    name: chat.platform,
    authorizePage,
    redirectUri: `${publicUrl}/account/verification`,
  });
}

async function installationId(db: Db): Promise<string> {
  return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id;
}
