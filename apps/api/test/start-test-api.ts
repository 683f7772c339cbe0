import { fileArchives, packSnapshot, unpackSnapshot } from '@realmkeep/archives';
import { type FileHandle, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, languages, notFoundPage, pages } from '@realmkeep/contract';
import type { RuntimeEnforcement } from '@realmkeep/runtime';
import { createFakeRuntime, type FakeRuntime, liveKernels } from '@realmkeep/runtime/fake';
import { isPublicUrl } from '@realmkeep/sockets';
import pino from 'pino';
import { inject, vi } from 'vitest';
import { type App, startApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { RealmHosts } from '../src/domains/realms/hosts/realm-hosts.ts';
import type { FindJava } from '../src/integrations/kernels/known-java.ts';
import type { ResolveHost } from '../src/integrations/resource-packs/resolve-public.ts';
import { startTestProviders, type TestProviders } from './fake-providers.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestApi extends AsyncDisposable {
  app: App;
  /** The stand-ins for its providers; null when its address is public. */
  providers: TestProviders | null;
  config: Config;
  runtime: FakeRuntime;
  /** The origin. */
  url: string;
  /** A client without a token. */
  anonymous: Client;
  clientWith(token: string): Client;
}

export interface TestApiOptions {
  runtime?: FakeRuntime;
  /** The URL of an existing database; by default a new one is created. */
  databaseUrl?: string;
  environment?: Record<string, string>;
  /** Resolves hosts named by players; by default all of them are on this machine. */
  resolveHost?: ResolveHost;
  /** Finds Java; by default as in production. */
  findJava?: FindJava;
  /** Receives each line of the log, at the level set in the environment. */
  logTo?: pino.DestinationStream;
  /** How this machine's enforcement differs from the usual. */
  machine?: Partial<RuntimeEnforcement>;
  /** Stand-ins for its providers that it shares with another api. */
  providers?: TestProviders;
  /** Whether SFTP is on. */
  sftp?: boolean;
  /** Whether realms run on the hosts in the database. */
  hosts?: boolean;
  /** Turns off the periodic checks of all realms, so that everything happens because of notifications. */
  withoutSweeps?: boolean;
}

/** Stand-ins for what the build prerenders. */
const testPages = Object.fromEntries(
  languages.map((language) => {
    const html = (path: string) =>
      `<!doctype html><html lang="${language}"><title>${path}</title><link rel="canonical" href="%ORIGIN%${path}%QUERY%" /><script>early();</script>`;
    return [language, Object.fromEntries([...pages, notFoundPage].map((path) => [path, html(path)]))];
  }),
);

/** The limits of archives, as of realms' file agents. */
const archiveLimits = { entries: 20_000, depth: 32, bytes: 1024 ** 3 };
const realArchives = {
  files: fileArchives,
  worlds: {
    pack: (folder: FileHandle) => packSnapshot(folder, archiveLimits),
    unpack: (archive: AsyncIterable<Buffer>, into: FileHandle, take: (bytes: number) => Promise<void>) =>
      unpackSnapshot(archive, into, archiveLimits, take),
  },
};

/** Starts something without its periodic work. */
async function withoutIntervals<T>(start: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    return await start();
  } finally {
    vi.useRealTimers();
  }
}

/** A real api on a real database, a clone of the migrated template, with the fake runtime. `await using` ends it. */
export async function startTestApi({
  runtime: anyMachine = createFakeRuntime({ archives: realArchives }),
  ...options
}: TestApiOptions = {}): Promise<TestApi> {
  const enforcement = async () => ({ ...(await anyMachine.enforcement()), ...options.machine });
  const runtime = options.machine ? { ...anyMachine, enforcement } : anyMachine;
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase());
  const webDir = await mkdtemp(join(tmpdir(), 'realmkeep-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'assets/app.js'), '');
  await writeFile(join(webDir, 'pages.json'), JSON.stringify(testPages));
  const publicUrl = options.environment?.['PUBLIC_URL'] ?? 'http://realms.example';
  const own = options.providers || isPublicUrl(publicUrl) ? null : await startTestProviders(publicUrl);
  const providers = options.providers ?? own;
  const config = readConfig({
    // Both address families at once, as by default: IPv4 addresses arrive mapped to IPv6.
    HOST: '::',
    DATA_DIR: webDir,
    DATABASE_URL: databaseUrl,
    GUESTS_DATABASE_URL: inject('guestsUrl'),
    PUBLIC_URL: publicUrl,
    REQUIRE_CHAT_LINK: 'false',
    // A host that never exists, because tests also search for hostile strings.
    MODRINTH_API: 'https://modrinth.invalid',
    STRICT_ERRORS: 'true',
    PAGE_CONNECTIONS_PER_ADDRESS: '100000',
    TOKEN_KEY: 'test-token-key-that-is-long-enough',
    GATEWAY_TOKEN: 'test-gateway-token-that-is-long-enough',
    METRICS_TOKEN: 'test-metrics-token-that-is-long-enough',
    WEB_DIR: webDir,
    REALM_SERVER_DIR: webDir,
    REQUESTS_PER_MINUTE: '100000',
    CREDENTIALS_PER_MINUTE: '100000',
    REGISTRATIONS_PER_HOUR: '100000',
    LOGINS_PER_ACCOUNT: '100000',
    LOGINS_PER_ADDRESS: '100000',
    CHALLENGES_PER_ACCOUNT: '100000',
    MESSAGES_PER_10_MINUTES: '100000',
    SOCKETS_PER_ADDRESS: '100000',
    DRAIN_SECONDS: '0',
    ...providers?.environment,
    ...options.environment,
  });
  // Port 0, which no operator may set, is any free one.
  // No operator may silence it.
  const level = options.environment?.['LOG_LEVEL'] ?? 'silent';
  const log = pino({ level }, options.logTo ?? pino.destination(1));
  const ports = { port: 0, sftpPort: options.sftp ? 0 : null };
  const hosts = options.hosts ? await RealmHosts.open(config, log, async () => liveKernels) : null;
  const findJava = hosts?.java ?? options.findJava;
  const driver = hosts?.fleet ?? runtime;
  const start = () => startApp({ ...config, ...ports }, driver, log, options.resolveHost, findJava, null, hosts);
  const app = await (options.withoutSweeps ? withoutIntervals(start) : start());
  const url = `http://127.0.0.1:${app.port}`;
  const clientWith = (token: string | null) => createClient({ baseUrl: `${url}/api`, token: async () => token });
  own?.tell(url);
  return {
    app,
    providers,
    config,
    runtime,
    url,
    anonymous: clientWith(null),
    clientWith,
    async [Symbol.asyncDispose]() {
      await app.stop();
      await own?.close();
      // An interrupted call may still be writing.
      await rm(webDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
