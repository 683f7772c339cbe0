import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Context } from './context.ts';
import { authRoutes } from './domains/auth/auth-routes.ts';
import { serveGatewayRoutes } from './domains/gateway/gateway-routes.ts';
import { realmRoutes } from './domains/realms/realm-routes.ts';
import { siteRoutes } from './domains/site/site-routes.ts';
import { userRoutes } from './domains/users/user-routes.ts';
import { AppError } from './http/app-error.ts';
import { handleErrors } from './http/errors.ts';
import { EventsHub } from './http/events-socket.ts';
import { serveHealth } from './http/health.ts';
import { implement } from './http/implement.ts';
import { serveOpenApi } from './http/openapi-page.ts';
import { servePages } from './http/pages.ts';

/** Everything that is served, not listening yet. */
export async function createServer(ctx: Context): Promise<{ server: FastifyInstance; events: EventsHub }> {
  const { config } = ctx;
  const server: FastifyInstance = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 128 },
  });

  // JSON is all that the api reads.
  server.removeContentTypeParser('text/plain');
  handleErrors(server);
  server.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // Only a browser that came by https takes notice; an operator without it is not locked out.
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
  });
  await server.register(rateLimit, {
    max: config.limits.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) => new AppError('rate_limited', { seconds: Math.ceil(ttl / 1000) }),
  });
  await server.register(websocket, { options: { maxPayload: 4 * 1024 } });

  implement(server, ctx, { ...siteRoutes, ...authRoutes, ...userRoutes, ...realmRoutes });
  serveOpenApi(server, config.publicUrl);
  serveHealth(server, ctx);
  serveGatewayRoutes(server, ctx);
  const events = new EventsHub(ctx);
  events.serve(server);
  await servePages(server, config.webDir);
  return { server, events };
}

/** Whom a limit counts: an address, or of IPv6 the /64 that one customer has. */
function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.slice(0, 4).join(':');
}
