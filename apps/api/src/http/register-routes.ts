import { type Endpoint, type EndpointName, type Endpoints, endpoints, errorsOf, type Scope } from '@realmkeep/contract';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Actor, Authenticate } from './actor.ts';
import { AppError } from './app-error.ts';
import { successEnvelope } from './envelope.ts';
import { plainAddress } from './connections/address-list.ts';

/** Where a call comes from. */
interface Caller {
  ip: string;
  userAgent: string;
}

type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown;
type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : unknown;
/** The bytes of a file. */
type BytesOf<E extends Endpoint> = E['route'] extends { bytes: number } ? { bytes: Buffer } : unknown;
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & ParamsOf<Rest>
  : unknown;
type ActorOf<E extends Endpoint> = E['route']['access'] extends 'public' ? unknown : { actor: Actor };

/** A handler's input: parsed and authorised. */
export type CallOf<Name extends EndpointName> = {
  caller: Caller;
  params: ParamsOf<Endpoints[Name]['route']['path']>;
} & BodyOf<Endpoints[Name]> &
  QueryOf<Endpoints[Name]> &
  BytesOf<Endpoints[Name]> &
  ActorOf<Endpoints[Name]>;

export type Handler<Name extends EndpointName> = (
  ctx: Context,
  call: CallOf<Name>,
) => Promise<AnswerOf<Endpoints[Name]>>;
/** A file comes in pieces. */
type AnswerOf<E extends Endpoint> = E['route'] extends { file: string }
  ? AsyncIterable<string>
  : z.input<E['response']>;

/** What each domain offers: handlers by endpoint name. */
export type Handlers = { [Name in EndpointName]: Handler<Name> };

const maxBodyBytes = 64 * 1024;

/** For what answers with a file: Fastify would read all of it for a HEAD, and send nothing. */
export const withoutHead = { exposeHeadRoute: false };

/**
 * Calls that check passwords or create accounts have a smaller allowance, since each is expensive. Each process counts by itself; the
 * operations also count guesses and registrations in the database.
 */
const credentialCalls = new Set<string>([
  'authLogin',
  'userRegister',
  'userPasswordChange',
  'chatLink',
  'chatUnlink',
  'sshKeyAdd',
]);

/** Serves every endpoint of the contract: parse, authenticate, check the scope, handle, check the answer, wrap it. */
export function registerRoutes(
  server: FastifyInstance,
  ctx: Context,
  authenticate: Authenticate,
  handlers: Handlers,
): void {
  const calls = Object.entries<Endpoint>(endpoints);
  serveCalls(
    server,
    ctx,
    authenticate,
    handlers,
    calls.filter((call) => !takesBytes(call)),
  );
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The call reads it itself, once it knows the sender.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
    serveCalls(scope, ctx, authenticate, handlers, calls.filter(takesBytes));
  });
}

function serveCalls(
  server: FastifyInstance,
  ctx: Context,
  authenticate: Authenticate,
  handlers: Handlers,
  calls: [string, Endpoint][],
): void {
  for (const [name, endpoint] of calls) {
    const handle = handlers[name as EndpointName] as unknown as (ctx: Context, call: object) => Promise<unknown>;
    const { method, path, access, bytes } = endpoint.route;
    const status = endpoint.status ?? 200;
    const params = endpoint.params ?? paramsSchema(path);
    const hasParams = path.includes('{');
    server.route({
      method,
      url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
      bodyLimit: maxBodyBytes,
      ...withoutHead,
      ...(credentialCalls.has(name)
        ? { config: { rateLimit: { max: ctx.config.limits.credentialsPerMinute, timeWindow: 60_000 } } }
        : {}),
      handler: async (request, reply) => {
        // Permission is checked before the body, so that strangers learn nothing about the schema.
        const actor = access === 'public' ? null : await actorOf(ctx, authenticate, request, access);
        const call = {
          caller: {
            ip: plainAddress(request.ip),
            userAgent: (request.headers['user-agent'] ?? '').slice(0, 256),
          },
          params: hasParams ? params.parse(request.params) : {},
          ...(endpoint.query ? { query: endpoint.query.parse(request.query) } : {}),
          ...(endpoint.body ? { body: endpoint.body.parse(request.body ?? {}) } : {}),
          ...(bytes === undefined ? {} : { bytes: await readBytes(request.body, bytes, reply) }),
          ...(actor ? { actor } : {}),
        };
        const data = await asDeclared(ctx, name, endpoint, () => handle(ctx, call));
        reply.header('cache-control', 'no-store');
        if (endpoint.route.file !== undefined) return sendFile(reply, endpoint, data as AsyncIterable<string>);
        return reply.code(status).send(successEnvelope(checked(name, endpoint, data), status));
      },
    });
  }
}

/** Callers read the possible codes in the contract: any other is a fault of ours, which shows in tests. */
async function asDeclared<T>(ctx: Context, name: string, endpoint: Endpoint, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || errorsOf(endpoint).has(error.code)) throw error;
    ctx.log.error({ err: error, call: name }, 'failed to keep to the contract of a call, which does not name the code');
    if (!ctx.config.strictErrors) throw error;
    throw new Error(`The contract of ${name} does not name ${error.code}`, { cause: error });
  }
}

async function actorOf(
  ctx: Context,
  authenticate: Authenticate,
  request: FastifyRequest,
  access: Scope | 'ADMIN',
): Promise<Actor> {
  const [kind, token] = (request.headers.authorization ?? '').split(' ');
  if (kind?.toLowerCase() !== 'bearer' || !token) throw new AppError('unauthorized');
  const actor = await authenticate(ctx, token);
  if (!actor.scopes.includes(access === 'ADMIN' ? 'USER_UPDATE' : access)) throw new AppError('forbidden');
  if (access === 'ADMIN' && actor.role !== 'ADMIN') throw new AppError('forbidden');
  return actor;
}

function takesBytes([, { route }]: [string, Endpoint]): boolean {
  return route.bytes !== undefined;
}

/** Reads an oversized body to its end, up to as much again, so that the connection stays usable; beyond that it ends. */
async function readBytes(body: unknown, limit: number, reply: FastifyReply): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new AppError('unsupported_media_type');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= limit) pieces.push(piece);
    if (size <= 2 * limit) continue;
    reply.header('connection', 'close');
    break;
  }
  if (size > limit) throw new AppError('body_too_large', { limit });
  return Buffer.concat(pieces);
}

/** To be saved under the last part of its path. */
function sendFile(reply: FastifyReply, { route }: Endpoint, pieces: AsyncIterable<string>): FastifyReply {
  const name = route.path.split('/').at(-1);
  return reply
    .type(`${route.file}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pieces));
}

/** An answer that does not match the contract is a fault of ours; fields that the contract does not name are left out. */
function checked(name: string, endpoint: Endpoint, data: unknown): unknown {
  const answer = endpoint.response.safeParse(data);
  if (!answer.success) throw new Error(`The answer of ${name} breaks the contract`, { cause: answer.error });
  return answer.data;
}

/** Ids, as the database writes them. */
function paramsSchema(path: string): z.ZodObject {
  return z.object(
    Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1], z.uuid().toLowerCase()])),
  );
}
