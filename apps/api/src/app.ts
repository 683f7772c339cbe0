import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type RealmRuntime, stopRunningRealms } from '@realmkeep/runtime';
import { serveDescriptor, serveProxies } from '@realmkeep/sockets';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { createContext, type Context } from './context.ts';
import { listen } from './db/listen.ts';
import type { AskForGuests } from './domains/databases/database-servers.ts';
import { failureLevel } from './http/errors.ts';
import { leadersJobs, startJobs } from './jobs.ts';
import { mayRunKernel } from './limits/programs.ts';
import { placeOwnWorld } from './domains/maps/place-own-world.ts';
import { javaServer } from './domains/worlds/kernels/java-server.ts';
import { followUsedCodes } from './domains/realms/partners/login-codes.ts';
import { leadInTurn } from './domains/realms/reconciler/lead.ts';
import { DnsPublisher } from './domains/realms/dns/dns-publisher.ts';
import type { RealmHosts } from './domains/realms/hosts/realm-hosts.ts';
import { PlayerReports } from './domains/realms/players/player-reports.ts';
import { Reconciler } from './domains/realms/reconciler/reconciler.ts';
import { WorldWorkers } from './domains/worlds/world-workers.ts';
import { type FindJava, knownJava } from './integrations/kernels/known-java.ts';
import { type ResolveHost, resolvePublic } from './integrations/resource-packs/resolve-public.ts';
import { storeProblem } from './integrations/blobs/try-store.ts';
import { serveInternal } from './internal-server.ts';
import { createServer } from './server.ts';
import { SftpServer } from './sftp/sftp-server.ts';

/** A Java server has 45 s to save its world; who stops the api has more patience. */
const stopGraceMs = 50_000;
/** For the trial of the stores, which may be under way when an api ends. */
const storeTrialMs = 5_000;

export interface App {
  ctx: Context;
  /** Where it listens. */
  port: number;
  /** Where SFTP does; null where it is off. */
  sftpPort: number | null;
  /**
   * Ends in order, once: the first call decides how. What is under way may finish, except with `at once`, and the realms keep running; with
   * `realms` they are saved and stopped, to run again at the next start.
   */
  stop(how?: 'realms' | 'at once'): Promise<void>;
}

/**
 * Starts the whole api on a migrated database: learns the present state, serves, and leads when it is its turn.
 * @param resolveHost resolves host names in addresses given by players
 * @param findJava the Java versions on the machine
 * @param askForGuests asks the process that keeps the database servers beside it
 * @param hosts the fleet behind the runtime; null: realms run on this machine
 */
export async function startApp(
  config: Config,
  runtime: RealmRuntime,
  log: FastifyBaseLogger,
  resolveHost: ResolveHost = resolvePublic,
  findJava: FindJava = knownJava(config.path),
  askForGuests: AskForGuests | null = null,
  hosts: RealmHosts | null = null,
): Promise<App> {
  const ctx = await createContext(config, runtime, log, resolveHost, findJava, askForGuests, hosts);
  const ending = new AbortController();
  /** Aborted when the product stops while this process drains. */
  const hurried = new AbortController();
  const { server, requests, gate, events, waits } = await createServer(ctx);
  const sftp = ctx.sftpKey && new SftpServer(ctx, waits, ctx.sftpKey);
  /** Begun when this process knows what there is. */
  let workers: WorldWorkers | null = null;
  const listener = await listen(
    config.databaseUrl,
    log,
    {
      realm_changed: (id) => void ctx.directory.refresh(id),
      plan_kernels_changed: () => void ctx.directory.reload(),
      session_ended: (id) => {
        ctx.tokenMemory.endSession(id);
        events.endSession(id);
        sftp?.endSession(id);
      },
      account_changed: (userId) => events.tellAccount(userId),
      backups_changed: (realmId) => {
        events.tellBackups(realmId);
        workers?.backups.look();
        // A change of kernel waits for its backup.
        workers?.kernels.look(realmId);
      },
      kernel_changed: (realmId) => {
        events.tellKernel(realmId);
        workers?.kernels.look();
      },
      addons_ordered: () => workers?.addons.look(),
      modpacks_ordered: () => workers?.modpacks.look(),
      login_decided: (hash) => waits.decided(hash),
      file_work_cancelled: (id) => ctx.fileWorks.cancelled(id),
      file_work_ended: (realmId) => ctx.fileWorks.ended(realmId),
    },
    async () => {
      // What was notified meanwhile, as the end of a session, is lost.
      events.closeAll();
      sftp?.endAll();
      waits.lookAtAll();
      await ctx.directory.reload();
      workers?.look();
    },
  );
  followUsedCodes(ctx);
  await ctx.directory.learn(runtime);
  const following = Promise.all([
    ctx.directory.follow(runtime, ending.signal),
    hosts?.follow(ending.signal, async () => {
      ctx.enforcement = await runtime.enforcement();
    }),
  ]);
  const working = (workers = new WorldWorkers(ctx));
  const leading = leadInTurn(config.databaseUrl, log, ctx.leaving.signal, (turn) => {
    const reconciler = new Reconciler({
      turn,
      db: ctx.db,
      runtime,
      directory: ctx.directory,
      memory: ctx.memory,
      site: new URL(config.publicUrl).host,
      placeOwnWorld: (row) => placeOwnWorld(ctx, row),
      javaServer: (row, stopping) => javaServer(ctx, row, stopping),
      mayRun: (kernel) => mayRunKernel(ctx, kernel),
      place: hosts && ((id) => hosts.place(id)),
      log,
    });
    const players = new PlayerReports(ctx);
    const stopJobs = startJobs(ctx, leadersJobs);
    // Nothing is worked on until somebody leads.
    working.look();
    const dns = ctx.dns && config.dns && new DnsPublisher({ ...ctx, ...config, ...config.dns, provider: ctx.dns });
    return async () => {
      await Promise.all([stopJobs(), reconciler.stop(), players.stop(), dns?.stop()]);
      await keepHistories(ctx);
    };
  });
  const stopJobs = startJobs(ctx);
  const storesTried = tellStoreProblems(ctx);
  const { host, portFds, pageProxyFd, sftpFd } = config;
  const sftpPort = sftp && (await sftp.listen({ host, port: config.sftpPort ?? 0, fd: sftpFd }));
  const internal = await serveInternal(ctx);
  const [portFd, ...furtherFds] = portFds ?? [];
  const listening: object = portFd === undefined ? { host, port: config.port } : { host, fd: portFd };
  const address = await server.listen(listening);
  // As node:http listens.
  const options = { allowHalfOpen: true, noDelay: true };
  const serve = (socket: Socket): void => void server.server.emit('connection', socket);
  const alsoAt = await Promise.all([
    ...furtherFds.map((fd) => serveDescriptor(fd, options, serve)),
    ...(pageProxyFd === null ? [] : [serveProxies(pageProxyFd, options, serve)]),
  ]);

  const atMost = (ms: number) => wait(ms, undefined, { signal: hurried.signal, ref: false }).catch(() => undefined);

  /** Goes on serving for a while without being ready, then lets work under way finish. */
  async function drain(): Promise<void> {
    const { noticeMs, graceMs } = config.drain;
    await atMost(noticeMs);
    for (const also of alsoAt) also.close();
    await Promise.race([Promise.all([requests.end(), gate.sendAway(), sftp?.leave()]), atMost(graceMs)]);
  }

  async function end(how?: 'realms' | 'at once'): Promise<void> {
    const jobsEnded = Promise.all([stopJobs(), working.stop()]);
    ctx.leaving.abort();
    if (how !== 'realms') await drain();
    await sftp?.close();
    for (const also of alsoAt) also.close();
    await server.close();
    await internal.close();
    ending.abort();
    await Promise.all([leading, following, jobsEnded]);
    // Its trial blob is removed; a remote store may take minutes to time out.
    await Promise.race([storesTried, atMost(storeTrialMs)]);
    // Realms on hosts were started by the leader, and keep running.
    if (how === 'realms' && hosts === null) {
      log.info(await stopRunningRealms(runtime, stopGraceMs), 'realms stopped');
    }
    await ctx.fileWorks.close();
    ctx.directory.close();
    await listener.close();
    await ctx.chat?.close();
    await runtime.close();
    await hosts?.close();
    await ctx.databaseServers.close();
    await ctx.db.destroy();
  }

  let ended: Promise<void> | null = null;
  const stop: App['stop'] = (how) => {
    if (how !== undefined) hurried.abort();
    return (ended ??= end(how));
  };
  return { ctx, port: Number(new URL(address).port), sftpPort, stop };
}

/** Stores what would be lost in a restart of the only process. */
async function keepHistories({ histories, log }: Context): Promise<void> {
  await histories
    .keep('now')
    .catch((error: unknown) => log[failureLevel(error)]({ err: error }, 'failed to keep the last hour of realms'));
}

/** Logs problems before the first upload or backup fails. */
async function tellStoreProblems({ blobs, backupStores, config, log }: Context): Promise<void> {
  const problems = [
    await storeProblem(blobs.uploads, 'S3'),
    await storeProblem(backupStores.current, config.backups.names),
  ];
  if (problems[0]) log.error({ problem: problems[0] }, 'failed to use where uploads, worlds and jars are kept');
  if (problems[1]) log.error({ problem: problems[1] }, 'failed to use where backups are kept');
}
