import {
  type AccountAnswer,
  type GatewayMessage,
  type GatewayRoute,
  isReservedNickname,
  type JoinBody,
  type Language,
  type NicknameAnswer,
  type RouteAnswer,
  type RealmPhase,
  usernameProblem,
  type WakeAnswer,
  type Wakers,
} from '@realmkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { z } from 'zod';
import { AppError } from '../../http/app-error.ts';
import { bearsSecret } from '../../http/secret-header.ts';
import type { DirectoryChange } from '../realms/live/realm-directory.ts';
import { phaseOf, statusOf } from '../realms/live/realm-live.ts';
import { realmAccount } from '../realms/partners/login-codes.ts';
import type { RealmRow } from '../realms/realm-queries.ts';
import { realmAt } from '../realms/realms.ts';
import { realmWake } from '../realms/realm-wake.ts';
import { nicknameTaken } from '../identity/users/user-login.ts';

const aliveEveryMs = 5_000;
/** A gateway that does not read is let go; it connects again and gets every route anew. */
const maxUnsentBytes = 8 * 1024 * 1024;

const stateOfPhase: Record<RealmPhase, GatewayRoute['state']> = {
  OFF: 'STOPPED',
  QUEUED: 'STARTING',
  STARTING: 'STARTING',
  READY: 'READY',
  SLEEPING: 'SLEEPING',
  STOPPING: 'STOPPED',
  FAILED: 'FAILED',
  BLOCKED: 'BLOCKED',
};

/** GET /internal/routes: the stream that the contract's gateway.ts describes. */
export function serveGatewayRoutes(server: FastifyInstance, ctx: Context): void {
  server.get('/internal/routes', { config: { rateLimit: false } }, (request, reply) => {
    if (!bearsSecret(request, ctx.config.secrets.gatewayToken)) throw new AppError('forbidden');
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });

    /** Of those that run or are about to. */
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
    // Who was told before does not know what was missed.
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

/** GET /internal/routes/{address}, which the same file describes. */
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
  return { route: routeOf(ctx, await realmAt(ctx, request.params.address)) };
}

/** GET /internal/nicknames/{nickname}, which the same file describes. */
export function serveNicknames(server: FastifyInstance, ctx: Context): void {
  server.get<{ Params: { nickname: string } }>(
    '/internal/nicknames/:nickname',
    { config: { rateLimit: false } },
    (request): Promise<NicknameAnswer> => answerNickname(ctx, request),
  );
}

/** Nothing that a player chooses is more than this. */
const joinBody = z.object({ nickname: z.string().max(16), address: z.union([z.ipv4(), z.ipv6()]) });
const joinParams = z.object({ id: z.uuid() });

/** POST /internal/realms/{id}/wake and /account, which the same file describes. */
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
  // Whoever types what others are called as guests, or a name of the house, is a guest as well.
  if (isReservedNickname(nickname)) return { registered: true };
  return { registered: usernameProblem(nickname) === null && (await nicknameTaken(ctx, nickname)) };
}

function routeOf(ctx: Context, row: RealmRow | null): GatewayRoute | null {
  if (!row || row.deleted_at) return null;
  const { id } = row;
  const observed = ctx.directory.observed(id);
  const phase = phaseOf(row, observed);
  // One that ends though it is wanted starts again: it was woken as it fell asleep.
  const soon = phase === 'STOPPING' && statusOf(row) === 'ON' ? 'STARTING' : stateOfPhase[phase];
  const place = phase === 'QUEUED' ? ctx.memory.place(id) : null;
  const state = place === null ? soon : 'WAITING';
  return {
    realmId: id,
    address: row.address.toLowerCase(),
    name: row.name,
    ...(row.description === '' || state === 'BLOCKED' ? {} : { description: row.description }),
    language: row.ownerLanguage as Language,
    state,
    endpoint: state === 'READY' ? (observed?.endpoint ?? null) : null,
    reason: (state === 'BLOCKED' && row.blocked_reason) || null,
    ...(place === null ? {} : { place }),
    wakers: row.wake_by as Wakers,
    slots: row.slots,
  };
}
