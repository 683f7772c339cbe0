import type { RealmRuntime } from '@realmkeep/runtime';
import { javaOfRealms, openDockerRuntime } from '@realmkeep/runtime/docker';
import { databaseDoorsFolder, openLocalRuntime, readKernels } from '@realmkeep/runtime/installed';
import { openKubernetesRuntime } from '@realmkeep/runtime/kubernetes';
import { javaPath } from '@realmkeep/runtime/remote';
import pino from 'pino';
import { z } from 'zod';
import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { schemaReady } from './db/schema-ready.ts';
import { writeDoors } from './domains/databases/database-doors.ts';
import { hostsAppear, RealmHosts } from './domains/realms/hosts/realm-hosts.ts';
import { isUnreachable } from './http/errors.ts';
import { checkInstallation } from './installation.ts';
import type { FindJava } from './integrations/kernels/known-java.ts';
import { StartRefused } from './start-refused.ts';

const config = readSettings();
const log = pino({ level: config.logLevel });
const ending = new AbortController();
const starting = begin();

async function begin(): Promise<App> {
  // However long that takes, it is not late.
  process.send?.({ upgrading: true });
  if (config.migrates) {
    const { applied } = await migrate(config.databaseUrl);
    if (applied.length > 0) log.info({ applied }, 'migrated');
  } else await schemaReady(config.databaseUrl, log, ending.signal);
  process.send?.({ upgrading: false });
  await checkInstallation(config, config.adoptDataDir);
  const asking = process.send ? askForGuests : null;
  const kernels = () => readKernels(config.realmServerDir);
  const hosts = await RealmHosts.open(config, log, kernels);
  const runtime = hosts?.fleet ?? (await openRuntime());
  const app = await startApp(config, runtime, log, undefined, hosts?.java ?? javaOfImages(), asking, hosts);
  if (hosts === null) void hostsAppear(app.ctx, ending.signal).then((appeared) => appeared && stop());
  return app;
}

function openRuntime(): Promise<RealmRuntime> {
  const guestsUser = config.guests.user;
  if (config.runtime === 'docker') return openDockerRuntime({ ...config, guestsUser });
  if (config.runtime === 'local') return openLocalRuntime({ ...config, guestsUser });
  const { kubernetes, realmServerDir, secrets, dataDir } = config;
  const { doorsHost: host, ...cluster } = kubernetes;
  return openKubernetesRuntime({
    ...cluster,
    doors: host === null ? null : { host, folder: databaseDoorsFolder(dataDir), open: openDoors },
    realmServerDir,
    installationKey: secrets.tokenKey,
    onContact: (realmId, error) => {
      if (error === null) log.warn({ realmId }, "a realm's pod is there again");
      else log.error({ err: error, realmId }, "failed to reach a realm's pod");
    },
  });
}

async function openDoors(): Promise<void> {
  await writeDoors((await starting).ctx);
}

/** What the images of realms have, where they run in any. */
function javaOfImages(): FindJava | undefined {
  const { runtime, kubernetes, dataDir } = config;
  if (runtime === 'docker') return () => javaOfRealms(dataDir);
  if (runtime !== 'kubernetes') return undefined;
  return async () => kubernetes.javaImages.map(({ major }) => ({ major, path: javaPath(major) }));
}

function stop(how?: Parameters<App['stop']>[0]): void {
  ending.abort();
  void starting
    .then((app) => app.stop(how))
    .then(
      // Whatever is still open, as a request under way, ends with the process.
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'failed to shut down in order');
        process.exit(1);
      },
    );
}

const Guests = z.object({
  guests: z.union([z.object({ url: z.string().nullable() }), z.object({ fault: z.string() })]),
});
const guestsWithinMs = 120_000;

/** The starter keeps their servers, as it keeps this process. */
async function askForGuests(what: 'cluster' | 'doors'): Promise<string | null> {
  const answered = new Promise<string | null>((resolve, reject) => {
    const late = AbortSignal.timeout(guestsWithinMs);
    const done = (message: unknown) => {
      const { success, data } = Guests.safeParse(message);
      if (!success) return;
      process.off('message', done);
      if ('fault' in data.guests) reject(new Error(data.guests.fault));
      else resolve(data.guests.url);
    };
    process.on('message', done);
    late.addEventListener('abort', () => {
      process.off('message', done);
      reject(new Error('failed to start the databases of guests in time'));
    });
  });
  process.send?.({ guests: what });
  return await answered;
}

const Ending = z.object({ type: z.enum(['shutdown', 'leave']) });

process.on('message', (message) => {
  const { data } = Ending.safeParse(message);
  if (data) stop(data.type === 'shutdown' ? 'realms' : 'at once');
});
// Whoever started this is gone, or wants only this process to end: the realms run on. Listened to from the first, as the end
// may come during the start.
process.on('disconnect', () => stop());
if ('connected' in process && !process.connected) stop();
process.on('SIGTERM', () => stop());
// Ctrl-C reaches every process of the terminal: one that was started by another waits for its word.
process.on('SIGINT', () => {
  if (!process.send) stop();
});

const app = await starting.catch((error: unknown) => {
  // It has waited for a schema until then.
  if (ending.signal.aborted) process.exit(0);
  log.fatal({ err: error }, 'failed to start the api');
  const host = decodeURIComponent(new URL(config.databaseUrl).host);
  if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`);
  if (isUnreachable(error)) process.stderr.write(`PostgreSQL cannot be reached at ${host}: is DATABASE_URL right?\n`);
  process.exit(1);
});
if (process.connected) process.send?.({ ready: true, port: app.port });
log.info({ port: app.port, driver: app.ctx.runtime.driver, enforcement: app.ctx.enforcement }, 'ready');

/** What is wrong with them is for the operator, in words. */
function readSettings(): Config {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}
