import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { internalCertificate, shortPath } from '@realmkeep/sockets';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Context } from './context.ts';
import { serveFollowedRoutes } from './domains/gateway/follow-gateway.ts';
import { serveAllRoutes, serveJoins, serveNicknames, serveRoute } from './domains/gateway/gateway-routes.ts';
import { answerUnreadable, handleErrors } from './http/errors.ts';

/** Each call of a gateway has a connection of its own. */
const maxConnections = 4096;
const handshakeMs = 10_000;

/**
 * Serves the calls of gateways on a unix socket that only their user can reach: one handed to this process, or else one in the data
 * folder. For gateways on other machines, on a port, by TLS.
 */
export async function serveInternal(ctx: Context): Promise<FastifyInstance> {
  const { host, internalFd: fd, internalPort, dataDir, secrets } = ctx.config;
  const tls =
    internalPort === null
      ? null
      : { ...internalCertificate(secrets.gatewayToken), minVersion: 'TLSv1.3' as const, handshakeTimeout: handshakeMs };
  const server: FastifyInstance = Fastify({
    https: tls,
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    requestTimeout: 30_000,
    clientErrorHandler: answerUnreadable,
  });
  handleErrors(server);
  serveFollowedRoutes(server, ctx);
  serveAllRoutes(server, ctx);
  serveRoute(server, ctx);
  serveNicknames(server, ctx);
  serveJoins(server, ctx);
  server.server.maxConnections = maxConnections;
  if (internalPort !== null) {
    await server.listen({ host, port: internalPort });
    return server;
  }
  // With any host but its own default Fastify resolves no names.
  if (fd === null) await listenIn(server, dataDir);
  else {
    // Of a descriptor Node does not know the path, and Fastify wants to log one.
    server.server.address = () => 'internal';
    const listening: object = { fd, host: '::' };
    await server.listen(listening);
  }
  return server;
}

async function listenIn(server: FastifyInstance, dataDir: string): Promise<void> {
  const path = join(dataDir, 'internal.sock');
  await rm(path, { force: true });
  using short = shortPath(path);
  await server.listen({ path: short.path });
}
