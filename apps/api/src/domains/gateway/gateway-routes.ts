import {
  type AccountAnswer,
  type GatewayMessage,
  type GatewayRoute,
  isReservedNickname,
  type JoinBody,
  type NicknameAnswer,
  type RouteAnswer,
  usernameProblem,
  type WakeAnswer,
} from '@realmkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { z } from 'zod';
import { AppError } from '../../http/app-error.ts';
import { bearsSecret } from '../../http/secret-header.ts';
import type { DirectoryChange } from '../realms/live/realm-directory.ts';
import { realmAccount } from '../realms/partners/login-codes.ts';
import { realmsAt } from '../realms/realms.ts';
import { realmWake } from '../realms/realm-wake.ts';
import { nicknameTaken } from '../identity/users/user-login.ts';
import { aliveEveryMs, maxUnsentBytes } from './follow-gateway.ts';
import { routeOf } from './route-of.ts';

/** GET /internal/routes as gateways of the previous release follow it: the stream described by the contract's gateway.ts. */
export function serveAllRoutes(server: FastifyInstance, ctx: Context): void {
  server.get('/internal/routes', { config: { rateLimit: false } }, (request, reply) => {
    if (!bearsSecret(request, ctx.config.secrets.gatewayToken)) throw new AppError('forbidden');
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });

    /** Realms that run or are about to. */
    const sent = new Map<string, string>();
    const write = (line: string) => {
      if (raw.writableLength > maxUnsentBytes) raw.destroy();
      else raw.write(`${line}\n`);
    };
    const say = (message: GatewayMessage) => write(JSON.stringify(message));
    const sayAll = () => {
      const routes = [...ctx.directory.rows()].map((row) => routeOf(ctx, row)).filter((route) => isOfRunning(route));
      sent.clear();
      for (const route of routes) sent.set(route.realmId, JSON.stringify(route));
      say({ type: 'routes', routes });
    };
    const update = ({ id, row }: DirectoryChange) => {
      const route = routeOf(ctx, row);
      const text = JSON.stringify(route);
      // The observed state changes often without changing where a player goes.
      if (route && sent.get(id) === text) return;
      if (isOfRunning(route)) sent.set(id, text);
      else sent.delete(id);
      say(route ? { type: 'route', route } : { type: 'gone', realmId: id });
    };

    sayAll();
    const unlisten = ctx.directory.onChange(update);
    // Earlier subscribers do not know what they missed.
    const unlistenReload = ctx.directory.onReload(sayAll);
    const alive = setInterval(() => write(''), aliveEveryMs);
    raw.once('close', () => {
      unlisten();
      unlistenReload();
      clearInterval(alive);
    });
  });
}

const runningStates: ReadonlySet<GatewayRoute['state']> = new Set(['READY', 'STARTING', 'WAITING']);

function isOfRunning(route: GatewayRoute | null): route is GatewayRoute {
  return route !== null && runningStates.has(route.state);
}

/** GET /internal/routes/{address}, described by the same file. */
export function serveRoute(server: FastifyInstance, ctx: Context): void {
  server.get<{ Params: { address: string } }>(
    '/internal/routes/:address',
    { config: { rateLimit: false } },
    (request): Promise<RouteAnswer> => answerRoute(ctx, request),
  );
}

async function answerRoute(
  ctx: Context,
  request: FastifyRequest<{ Params: { address: string } }>,
): Promise<RouteAnswer> {
  if (!bearsSecret(request, ctx.config.secrets.gatewayToken)) throw new AppError('forbidden');
  const [row = null] = await realmsAt(ctx, [request.params.address.toLowerCase()]);
  return { route: routeOf(ctx, row) };
}

/** GET /internal/nicknames/{nickname}, described by the same file. */
export function serveNicknames(server: FastifyInstance, ctx: Context): void {
  server.get<{ Params: { nickname: string } }>(
    '/internal/nicknames/:nickname',
    { config: { rateLimit: false } },
    (request): Promise<NicknameAnswer> => answerNickname(ctx, request),
  );
}

/** No player's nickname or address is longer than this. */
const joinBody = z.object({ nickname: z.string().max(16), address: z.union([z.ipv4(), z.ipv6()]) });
const joinParams = z.object({ id: z.uuid() });

/** POST /internal/realms/{id}/wake and /account, described by the same file. */
export function serveJoins(server: FastifyInstance, ctx: Context): void {
  const serve = <Answer>(what: string, operation: (ctx: Context, id: string, body: JoinBody) => Promise<Answer>) =>
    server.post(`/internal/realms/:id/${what}`, { config: { rateLimit: false } }, (request): Promise<Answer> => {
      if (!bearsSecret(request, ctx.config.secrets.gatewayToken)) throw new AppError('forbidden');
      const params = joinParams.safeParse(request.params);
      const body = joinBody.safeParse(request.body);
      if (!params.success || !body.success) throw new AppError('invalid_request');
      return operation(ctx, params.data.id, body.data);
    });
  serve<WakeAnswer>('wake', realmWake);
  serve<AccountAnswer>('account', realmAccount);
}

async function answerNickname(
  ctx: Context,
  request: FastifyRequest<{ Params: { nickname: string } }>,
): Promise<NicknameAnswer> {
  if (!bearsSecret(request, ctx.config.secrets.gatewayToken)) throw new AppError('forbidden');
  const { nickname } = request.params;
  // Somebody who types a name reserved for guests or for the house is also a guest.
  if (isReservedNickname(nickname)) return { registered: true };
  return { registered: usernameProblem(nickname) === null && (await nicknameTaken(ctx, nickname)) };
}
