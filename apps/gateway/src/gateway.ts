import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server, ServerOpts, Socket } from 'node:net';
import type { GatewayRoute } from '@realmkeep/contract/gateway';
import { serveProxies, TokenBuckets } from '@realmkeep/sockets';
import type { Logger } from 'pino';
import { StatusCache } from './answers/status-cache.ts';
import { serveHealth } from './health.ts';
import { serveClient } from './clients/serve-client.ts';
import type { Services } from './clients/serve-client.ts';
import type { Config } from './config.ts';
import { Counts } from './counts.ts';
import { ConnectionQuota } from './limits/connection-quota.ts';
import { Nicknames } from './nicknames.ts';
import { followRoutes } from './routes/follow-routes.ts';
import { KnownRoutes } from './routes/known-routes.ts';
import { RouteFile } from './routes/route-file.ts';
import { RouteTable } from './routes/route-table.ts';
import { Wakes } from './wakes.ts';

export interface Gateway {
  /** The port it listens on: the configured one, or a free one for 0. */
  port: number;
  /**
   * Takes no new connections and leaves the route file to a successor; connections that are relayed, held or answered continue. Resolves when
   * none is left.
   */
  drain: () => Promise<void>;
  /** Takes no new connections, ends relayed ones, gives pending answers 2.5 s, and saves the routes. */
  close: () => Promise<void>;
}

const backlog = 1024;
/** How many may arrive at once. */
const maxUnnamed = backlog;
const keepAliveMs = 60_000;
const defaultApiSilenceMs = 15_000;
const closeGraceMs = 2500;
/** A client gives up after 30 s: before that it is told to try again. */
const defaultHoldMs = 25_000;

/** Starts a gateway. It routes by the last run's file at once, and by the api's stream as soon as that begins. */
export async function createGateway(
  config: Config,
  logger: Logger,
  { apiSilenceMs = defaultApiSilenceMs, holdMs = defaultHoldMs } = {},
): Promise<Gateway> {
  const table = new RouteTable();
  const file = new RouteFile(
    config.dataDir,
    () => table.snapshot(),
    (error) => logger.error({ err: error }, 'failed to save the routes'),
  );
  const lastRoutes = await loadRoutes(file, logger);
  table.begin(lastRoutes);
  const routes = new KnownRoutes(table, () => file.saveSoon());

  const total = new ConnectionQuota({ total: config.maxConnections });
  const services: Services = {
    config,
    routes,
    statuses: new StatusCache(),
    total,
    perAddress: new ConnectionQuota({ outer: total }),
    perRealm: new ConnectionQuota(),
    unnamed: new ConnectionQuota({ total: maxUnnamed }),
    logins: new TokenBuckets(config.maxLoginsPerMinute),
    nicknames: new Nicknames(config),
    wakes: new Wakes(config),
    holdMs,
    counts: new Counts(logger),
  };
  const options: ServerOpts = {
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
  };
  const serve = (client: Socket) => void serveClient(client, services);
  const server = createServer(options, serve);
  const port = await listen(server, config);
  const servers = [server];
  if (config.proxyFd !== null) servers.push(await serveProxies(config.proxyFd, options, serve));
  for (const each of servers) {
    each.on('error', (error) => logger.error({ err: error }, 'failed to listen for players'));
  }

  const stopping = new AbortController();
  const following = followRoutes(
    { api: config.api, token: config.token, silenceMs: apiSilenceMs },
    routes,
    logger,
    stopping.signal,
  );

  const health = config.healthPort === 0 ? null : await serveHealth(config, services);
  let closed: Promise<unknown> | null = null;
  const stopListening = () =>
    (closed ??= Promise.all(servers.map((each) => new Promise((resolve) => each.close(resolve)))));

  return {
    port,
    async drain() {
      const left = stopListening();
      health?.leave();
      await Promise.all([left, file.close()]);
    },
    async close() {
      stopping.abort();
      const left = stopListening();
      health?.close();
      // Relayed connections do not end by themselves soon.
      for (const client of total.members()) if (total.isSettled(client)) client.destroy();
      const grace = setTimeout(() => {
        for (const client of [...total.members(), ...services.unnamed.members()]) client.destroy();
      }, closeGraceMs);
      await left;
      clearTimeout(grace);
      await following;
      await file.close();
      services.counts.close();
    },
  };
}

async function loadRoutes(file: RouteFile, logger: Logger): Promise<GatewayRoute[]> {
  try {
    return await file.load();
  } catch (error) {
    logger.warn({ err: error }, 'failed to read the routes of the last run');
    return [];
  }
}

async function listen(server: Server, { host, port, fd }: Config): Promise<number> {
  server.listen(fd === null ? { host, port } : { fd }, backlog);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
