import { randomUUID } from 'node:crypto';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Context } from './context.ts';
import { accountRoutes } from './domains/accounts/account-routes.ts';
import { adminRoutes } from './domains/admin/admin-routes.ts';
import { LoginWaits } from './domains/identity/login/login-waits.ts';
import { serveVerification } from './domains/identity/login/verification-socket.ts';
import { serveBackupFiles } from './domains/worlds/backups/backup-file.ts';
import { machineRoutes } from './domains/machine/machine-routes.ts';
import { serveChatInteractions } from './domains/identity/chat/chat-interactions.ts';
import { authenticate } from './domains/identity/sessions/authenticate.ts';
import { identityRoutes } from './domains/identity/identity-routes.ts';
import { fileUploads } from './domains/files/file-uploads.ts';
import { fileRoutes } from './domains/files/file-routes.ts';
import { serveDownloads } from './domains/files/serve-downloads.ts';
import { coinRoutes } from './domains/coins/coin-routes.ts';
import { consoleRoutes } from './domains/console/console-routes.ts';
import { databaseRoutes } from './domains/databases/database-routes.ts';
import { mapUploads } from './domains/maps/map-uploads.ts';
import { mapRoutes } from './domains/maps/map-routes.ts';
import { paymentRoutes } from './domains/payments/payment-routes.ts';
import { serveProviderCallbacks } from './domains/payments/provider-callbacks.ts';
import { realmRoutes } from './domains/realms/realm-routes.ts';
import { scheduleRoutes } from './domains/schedules/schedule-routes.ts';
import { serveProductIcons } from './domains/shop/icons/product-icons.ts';
import { shopRoutes } from './domains/shop/shop-routes.ts';
import { siteRoutes } from './domains/site/site-routes.ts';
import { subscriptionRoutes } from './domains/subscriptions/subscription-routes.ts';
import { uploadRoutes } from './domains/uploads/upload-routes.ts';
import { worldRoutes } from './domains/worlds/world-routes.ts';
import { noteCallerNetwork } from './limits/caller-network.ts';
import { limitRequests } from './limits/request-limit.ts';
import { answerInTurn, CountedAnswer } from './http/connections/answer-in-turn.ts';
import { AppError } from './http/app-error.ts';
import { capConnections } from './http/connections/connection-cap.ts';
import { CountedRequest } from './http/connections/counted-request.ts';
import { answerUnreadable, handleErrors, sendError } from './http/errors.ts';
import { EventsHub } from './domains/events/events-socket.ts';
import { protectPages } from './http/pages/page-headers.ts';
import { serveHealth } from './domains/machine/health.ts';
import { registerRoutes } from './http/register-routes.ts';
import { OpenRequests } from './http/connections/open-requests.ts';
import { serveOpenApi } from './http/pages/openapi-page.ts';
import { BuiltPages } from './http/pages/built-pages.ts';
import { servePages } from './http/pages/pages.ts';
import { SocketGate } from './http/connections/socket-gate.ts';

/** Of this process, as what follows. */
const maxConnections = 10_000;
/** So long nothing of an answer may be read. */
const unreadMs = 20_000;
/** What has been answered on all connections and is not read yet. */
const unreadBytes = 256 * 1024 * 1024;
/**
 * A message comes in one frame, as browsers send it, or in a few. A socket that was told to go, and does not answer, is cut off after a
 * time. ws has both, its types do not yet.
 */
const socketOptions = { maxPayload: 4 * 1024, maxFragments: 16, closeTimeout: 1_000 };

interface Served {
  server: FastifyInstance;
  requests: OpenRequests;
  gate: SocketGate;
  events: EventsHub;
  waits: LoginWaits;
}

/** Everything that is served, not listening yet. */
export async function createServer(ctx: Context): Promise<Served> {
  const { config } = ctx;
  const server: FastifyInstance = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    // Looked at every second, by default every half minute.
    http: {
      headersTimeout: config.limits.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      IncomingMessage: CountedRequest,
      ServerResponse: CountedAnswer,
    },
    // An address that cannot be read never comes to a route.
    frameworkErrors: (_fault, _request, reply) =>
      void sendError(reply, new AppError('invalid_request', { problem: 'the address' })),
    clientErrorHandler: answerUnreadable,
    routerOptions: { maxParamLength: 128 },
  });

  const { connectionsPerAddress: ofNetwork } = config.limits;
  capConnections(server.server, { all: maxConnections, ofNetwork, unreadBytes }, config.trustProxy);
  answerInTurn(server, unreadMs);
  const requests = new OpenRequests(server, ctx.leaving.signal);
  // JSON is all that the api reads.
  server.removeContentTypeParser('text/plain');
  handleErrors(server);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    done();
  });
  ctx.proxyWatch.watch(server, config.trustProxy);
  limitRequests(server, config.limits.requestsPerMinute);
  noteCallerNetwork(server);
  await server.register(websocket, { options: socketOptions });

  registerRoutes(server, ctx, authenticate, {
    ...siteRoutes,
    ...identityRoutes,
    ...accountRoutes,
    ...realmRoutes,
    ...consoleRoutes,
    ...mapRoutes,
    ...databaseRoutes,
    ...scheduleRoutes,
    ...uploadRoutes({ MAP: mapUploads, FILE: fileUploads }),
    ...fileRoutes,
    ...worldRoutes,
    ...machineRoutes,
    ...shopRoutes,
    ...subscriptionRoutes,
    ...adminRoutes,
    ...paymentRoutes,
    ...coinRoutes,
  });
  serveDownloads(server, ctx);
  serveBackupFiles(server, ctx);
  serveProductIcons(server, ctx);
  serveHealth(server, ctx);
  const gate = new SocketGate(config, ctx.proxyWatch);
  const events = new EventsHub(ctx, gate);
  events.serve(server);
  const waits = new LoginWaits(ctx);
  serveVerification(server, gate, waits);
  await serveChatInteractions(server, ctx);
  await serveProviderCallbacks(server, ctx);
  await server.register(async (pages) => {
    await protectPages(pages, config.publicUrl);
    serveOpenApi(pages, config.publicUrl);
  });
  await server.register(async (pages) => {
    const built = await BuiltPages.read(config.webDir, config.publicUrl);
    await protectPages(pages, config.publicUrl, built.inlineScripts());
    await servePages(pages, config.webDir, config.publicUrl, built);
  });
  return { server, requests, gate, events, waits };
}
