import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Route, routes, type Envelope, type Scope, scopes } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeCode, openEvents } from './event-sockets.ts';
import { beginSession, makeUser, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { bearer, makeTokens, refusals, type TokenKind } from './token-kinds.ts';

/** One process makes the tokens, and another has not seen them yet: a valid token is cached for a second. */
let maker: TestApi;
let api: TestApi;
let user: TestUser;
let tokens: Awaited<ReturnType<typeof makeTokens>>;

beforeAll(async () => {
  maker = await startTestApi();
  api = await startTestApi({ databaseUrl: maker.config.databaseUrl });
  user = await makeUser(maker);
  tokens = await makeTokens(maker);
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await maker[Symbol.asyncDispose]();
});

/** Calls the route with any ids in its path: only the caller matters, not the object. */
async function call(
  { path, method, file }: Route,
  authorization: string | undefined,
): Promise<Pick<Envelope, 'statusCode' | 'error'>> {
  const response = await fetch(`${api.url}/api${path.replace(/\{\w+\}/g, randomUUID())}`, {
    method,
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });
  if (file && response.ok) return { statusCode: response.status, error: null };
  const envelope = (await response.json()) as Envelope;
  expect(envelope.statusCode).toBe(response.status);
  return envelope;
}

/** The errors of a call with each kind of token, by kind. */
async function errorsOf(route: Route) {
  const kinds = Object.keys(refusals) as TokenKind[];
  const errors = await Promise.all(kinds.map(async (kind) => [kind, (await call(route, tokens[kind])).error]));
  return Object.fromEntries(errors) as Record<string, unknown>;
}

async function bearerOf(held: Scope[]): Promise<string> {
  return bearer((await beginSession(maker, user.id, held)).token);
}

const all = Object.entries<Route>(routes);
const scoped = all.filter(([, { access }]) => access !== 'public' && access !== 'ADMIN');
const operators = all.filter(([, { access }]) => access === 'ADMIN');
const open = all.filter(([, { access }]) => access === 'public');
const forbidden = { statusCode: 403, error: 'forbidden' };

test('a token that is made as the refused ones are, but right, opens', async () => {
  await expect(call(routes.userMe, tokens.good)).resolves.toMatchObject({ statusCode: 200, error: null });
});

describe.each([...scoped, ...operators])('%s', (_name, route) => {
  test('wants a good token', async () => {
    await expect(errorsOf(route)).resolves.toEqual(refusals);
  });
});

describe.each(scoped)('%s', (_name, route) => {
  test('wants its scope, and no other', async () => {
    const others = await bearerOf(scopes.filter((scope) => scope !== route.access));
    await expect(call(route, others)).resolves.toMatchObject(forbidden);
    const { error } = await call(route, await bearerOf(scopes.filter((scope) => scope === route.access)));
    expect(['unauthorized', 'token_expired', 'forbidden', 'internal_error']).not.toContain(error);
  });
});

describe.each(operators)('%s', (_name, route) => {
  test('wants an operator, with the scope', async () => {
    await expect(call(route, await bearerOf([...scopes]))).resolves.toMatchObject(forbidden);
    const operator = await makeOperator();
    const others = scopes.filter((scope) => scope !== 'USER_UPDATE');
    const without = await beginSession(maker, operator, others);
    await expect(call(route, bearer(without.token))).resolves.toMatchObject(forbidden);
    const { error } = await call(route, bearer((await beginSession(maker, operator, ['USER_UPDATE'])).token));
    expect(['unauthorized', 'token_expired', 'forbidden', 'internal_error']).not.toContain(error);
  });
});

async function makeOperator(): Promise<string> {
  const { id } = await makeUser(maker);
  await maker.app.ctx.pool.query("update users set role = 'ADMIN' where id = $1", [id]);
  return id;
}

describe.each(open)('%s, which is for anyone,', (_name, route) => {
  test('looks at no token', async () => {
    const { 'no token': without, ...others } = await errorsOf(route);
    expect(new Set(Object.values(others))).toEqual(new Set([without]));
    expect(without).not.toBe('unauthorized');
  });
});

/** Kinds that do not apply to a socket, which is sent the token without a header. */
const ofHeadersAlone = new Set<string>(['no token', 'a token without its kind', 'another kind of authorization']);
const shown = (Object.keys(refusals) as TokenKind[]).filter((kind) => !ofHeadersAlone.has(kind));

test.each(shown)('the socket of events closes on %s', async (kind) => {
  const socket = openEvents(api);
  await once(socket, 'open');
  const closed = closeCode(socket);
  socket.send(JSON.stringify({ type: 'auth', token: (tokens[kind] ?? '').slice('Bearer '.length) }));
  await expect(closed).resolves.toSatisfy((code) => code === 4401 || code === 4400);
});
