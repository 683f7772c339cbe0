import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { GatewayMessage, GatewayRoute } from '@realmkeep/contract';
import { holdTcp, internalCertificate, internalServerName } from '@realmkeep/sockets';
import Fastify from 'fastify';
import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveFollowedRoutes } from '../src/domains/gateway/follow-gateway.ts';
import { serveAllRoutes } from '../src/domains/gateway/gateway-routes.ts';
import { askInternal } from './ask-internal.ts';
import { freshAddress, makeUser, realmBody, untilPhase } from './people.ts';
import { makeAdmin } from './people-money.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

function request(token: string, signal?: AbortSignal): Promise<Response> {
  return askInternal(api, '/internal/routes', { token, ...(signal ? { signal } : {}) });
}

test('is for the gateway alone', async () => {
  const { tokens } = await makeUser(api);
  for (const token of ['', tokens.token, api.config.secrets.metricsToken]) {
    expect((await request(token)).status).toBe(403);
  }
});

test('is not on the page’s port, whoever asks', async () => {
  for (const path of ['/internal/routes', '/internal/nicknames/somebody', '/internal/realms/x/wake']) {
    const headers = { authorization: `Bearer ${api.config.secrets.gatewayToken}` };
    for (const method of ['GET', 'POST']) {
      expect((await fetch(`${api.url}${path}`, { method, headers })).status).toBe(404);
    }
  }
});

test('is told on a port to gateways elsewhere, by the certificate of their token', async () => {
  const held = await holdTcp('127.0.0.1', 0);
  held.close();
  await using remote = await startTestApi({ environment: { INTERNAL_PORT: String(held.port), HOST: '127.0.0.1' } });
  const { gatewayToken } = remote.config.secrets;
  const address = { host: '127.0.0.1', port: held.port, path: '/internal/nicknames/somebody', agent: false };
  const ask = async (token: string, certified: string, request = tlsRequest) => {
    const { cert: ca } = internalCertificate(certified);
    const headers = { authorization: `Bearer ${token}` };
    const call = request({ ...address, ca, servername: internalServerName, headers }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  expect(await ask(gatewayToken, gatewayToken)).toBe(200);
  expect(await ask(remote.config.secrets.metricsToken, gatewayToken)).toBe(403);
  await expect(ask(gatewayToken, 'another token of as many characters')).rejects.toThrow('self-signed certificate');
  await expect(ask(gatewayToken, gatewayToken, plainRequest)).rejects.toThrow('socket hang up');
});

test('tells gateways of the release before every route, and each change of one', async () => {
  const { client } = await makeUser(api);
  const before = await client.realmCreate({ body: realmBody('First Realm', 'gw-First') });
  await untilPhase(client, before.id, 'READY');
  const ending = new AbortController();
  const response = await request(api.config.secrets.gatewayToken, ending.signal);
  const heard: GatewayMessage[] = [];
  const lines = createInterface(Readable.fromWeb(response.body as ReadableStream));
  lines.on('line', (line) => line && heard.push(JSON.parse(line) as GatewayMessage));
  lines.on('error', () => undefined);

  const first = expect.objectContaining({
    realmId: before.id,
    address: 'gw-first',
    name: 'First Realm',
    language: 'en',
  });
  await expect.poll(() => heard[0]).toEqual({ type: 'routes', routes: expect.arrayContaining([first]) });

  const { client: other } = await makeUser(api);
  const { id } = await other.realmCreate({ body: realmBody('Next Realm', 'gw-next') });
  const route = (fields: object) => ({ type: 'route', route: expect.objectContaining({ realmId: id, ...fields }) });
  const endpoint = expect.objectContaining({ host: '127.0.0.1', proxyProtocol: true });
  await expect.poll(() => heard).toContainEqual(route({ state: 'READY', endpoint }));
  await other.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await expect.poll(() => heard.at(-1)).toEqual(route({ state: 'STOPPED', endpoint: null }));
  await untilPhase(other, id, 'OFF');
  api.runtime.hold(id);
  await other.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
  await expect.poll(() => heard.at(-1)).toEqual(route({ state: 'STARTING', endpoint: null }));
  api.runtime.release(id);
  await expect.poll(() => heard.at(-1)).toEqual(route({ state: 'READY', endpoint }));
  await other.realmDescriptionSet({ params: { id }, body: { description: 'Come in' } });
  await expect.poll(() => heard.at(-1)).toEqual(route({ state: 'READY', description: 'Come in' }));
  const admin = await makeAdmin(api);
  await admin.client.adminRealmBlock({ params: { id }, body: { reason: 'griefs the neighbours' } });
  await expect
    .poll(() => heard.at(-1))
    .toEqual(route({ state: 'BLOCKED', endpoint: null, reason: 'griefs the neighbours' }));
  // The description may be the reason for the block.
  expect(heard.at(-1)).not.toHaveProperty('route.description');
  await admin.client.adminRealmUnblock({ params: { id }, body: { reason: 'it was another' } });
  await expect.poll(() => heard.at(-1)).toEqual(route({ state: 'READY', endpoint, reason: null }));
  await other.realmRename({ params: { id }, body: { realmName: 'Next Realm', domainName: 'gw-moved' } });
  await expect.poll(() => heard.at(-1)).toEqual(route({ address: 'gw-moved' }));
  await other.realmDelete({ params: { id } });
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'gone', realmId: id });
  ending.abort();
});

interface Gateway extends Disposable {
  heard: GatewayMessage[];
  /** Asks for the realms at these addresses, and follows them. */
  ask(...addresses: string[]): void;
  /** The latest route of the realm that it has received. */
  routeOf(realmId: string): GatewayRoute | undefined;
  ended: Promise<unknown>;
}

const internalSocket = ({ config }: TestApi) => join(config.dataDir, 'internal.sock');

async function upgrade(socketPath: string, token: string, path = '/internal/routes') {
  const headers = { authorization: `Bearer ${token}`, connection: 'Upgrade', upgrade: 'routes' };
  const call = plainRequest({ socketPath, path, agent: false, headers }).end();
  return Promise.race([
    once(call, 'upgrade') as Promise<[IncomingMessage, Socket, Buffer]>,
    once(call, 'response') as Promise<[IncomingMessage]>,
  ]);
}

async function startGateway(socketPath: string, token: string): Promise<Gateway> {
  const [, socket, head] = await upgrade(socketPath, token);
  if (!socket || !head) throw new Error('it is not followed');
  socket.unshift(head);
  const heard: GatewayMessage[] = [];
  createInterface(socket)
    .on('line', (line) => line && heard.push(JSON.parse(line) as GatewayMessage))
    .on('error', () => undefined);
  return {
    heard,
    ask: (...addresses) => void socket.write(addresses.map((address) => `${address}\n`).join('')),
    routeOf: (realmId) =>
      heard.flatMap((one) => (one.type === 'route' && one.route.realmId === realmId ? [one.route] : [])).at(-1),
    ended: once(socket, 'close'),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

test('a gateway is told of the realms that it has asked for, and of no other', async () => {
  const [owner, other] = [await makeUser(api), await makeUser(api)];
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('Followed', address) });
  const unknown = await other.client.realmCreate({ body: realmBody('Not Followed', freshAddress()) });
  for (const [{ client }, realm] of [
    [owner, id],
    [other, unknown.id],
  ] as const)
    await untilPhase(client, realm, 'READY');
  using gateway = await startGateway(internalSocket(api), api.config.secrets.gatewayToken);
  const { heard } = gateway;
  await expect.poll(() => heard).toEqual([{ type: 'routes', routes: [] }]);
  const vacant = freshAddress();
  gateway.ask(address, vacant);
  const endpoint = expect.objectContaining({ host: '127.0.0.1' });
  await expect.poll(() => gateway.routeOf(id)).toMatchObject({ address, state: 'READY', endpoint });
  await expect.poll(() => heard).toContainEqual({ type: 'absent', address: vacant });

  const says = (who: typeof owner, realm: string, description: string) =>
    who.client.realmDescriptionSet({ params: { id: realm }, body: { description } });
  await says(other, unknown.id, 'Told to nobody');
  await says(owner, id, 'Come in');
  await expect.poll(() => gateway.routeOf(id)).toMatchObject({ description: 'Come in' });
  expect(gateway.routeOf(unknown.id)).toBeUndefined();
  // Whom it turns away it tells why in the owner's language.
  await owner.client.userLanguageUpdate({ body: { language: 'pl' } });
  await expect.poll(() => gateway.routeOf(id)).toMatchObject({ language: 'pl' });
  // Asked again, as by a gateway that has forgotten it.
  const before = heard.length;
  gateway.ask(address);
  await expect.poll(() => heard.slice(before)).toEqual([{ type: 'route', route: gateway.routeOf(id) }]);

  // Another realm takes a free address, whether it is running or not.
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await expect.poll(() => gateway.routeOf(id)).toMatchObject({ state: 'STOPPED' });
  await other.client.realmRename({ params: { id: unknown.id }, body: { realmName: 'Moved', domainName: vacant } });
  await expect.poll(() => gateway.routeOf(unknown.id)).toMatchObject({ address: vacant, state: 'READY' });
  await untilPhase(owner.client, id, 'OFF');
  const moved = freshAddress();
  await owner.client.realmRename({ params: { id }, body: { realmName: 'Moved too', domainName: moved } });
  await expect.poll(() => gateway.routeOf(id)).toMatchObject({ address: moved });

  // After a time without notifications it follows nothing until it asks again.
  heard.length = 0;
  await api.app.ctx.directory.reload();
  await expect.poll(() => heard).toEqual([{ type: 'routes', routes: [] }]);
  await says(owner, id, 'Not told');
  gateway.ask(vacant);
  await expect.poll(() => gateway.routeOf(unknown.id)).toMatchObject({ address: vacant });
  expect(gateway.routeOf(id)).toBeUndefined();
  gateway.ask(moved);
  await expect.poll(() => gateway.routeOf(id)).toMatchObject({ description: 'Not told' });
  await owner.client.realmDelete({ params: { id } });
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'gone', realmId: id });
});

test('a stream of routes is for the gateway alone, and ends where it asks for no address', async () => {
  const { gatewayToken, metricsToken } = api.config.secrets;
  const [refused, socket] = await upgrade(internalSocket(api), metricsToken);
  expect([refused.statusCode, socket]).toEqual([403, undefined]);
  expect((await upgrade(internalSocket(api), gatewayToken, '/internal/else'))[0].statusCode).toBe(403);
  for (const line of ['no address', '', 'a'.repeat(64)]) {
    using gateway = await startGateway(internalSocket(api), gatewayToken);
    gateway.ask(line);
    await gateway.ended;
  }
});

test('an api that serves no such stream, as the release before, answers a gateway that asks for it with the other', async () => {
  const before = Fastify({ forceCloseConnections: true });
  serveAllRoutes(before, api.app.ctx);
  const path = join(api.config.dataDir, 'before.sock');
  await before.listen({ path });
  const [answer, socket] = await upgrade(path, api.config.secrets.gatewayToken);
  expect([answer.statusCode, socket]).toEqual([200, undefined]);
  answer.on('error', () => undefined);
  await before.close();
});

/** Delays the database's answers until the test releases them. */
class Late implements KyselyPlugin {
  #asked = Promise.withResolvers<void>();
  #answers: Promise<void> = Promise.resolve();

  /** Holds back answers, beginning with the next. @returns a promise that resolves when the database has given it */
  hold(until: Promise<void>): Promise<void> {
    this.#asked = Promise.withResolvers();
    this.#answers = until;
    return this.#asked.promise;
  }

  transformQuery = ({ node }: PluginTransformQueryArgs): RootOperationNode => node;

  transformResult: NonNullable<KyselyPlugin['transformResult']> = async ({ result }) => {
    this.#asked.resolve();
    await this.#answers;
    return result;
  };
}

test('what changes between a question and its answer is told as it is, and what is followed has a bound', async () => {
  const { ctx } = api.app;
  const late = new Late();
  const server = Fastify();
  serveFollowedRoutes(server, { ...ctx, db: ctx.db.withPlugin(late) }, 2);
  const path = join(api.config.dataDir, 'late.sock');
  await server.listen({ path });
  await using _server = { [Symbol.asyncDispose]: () => server.close() };
  const token = api.config.secrets.gatewayToken;
  using gateway = await startGateway(path, token);
  const { client } = await makeUser(api);
  const [address, elsewhere] = [freshAddress(), freshAddress()];
  const { id } = await client.realmCreate({ body: realmBody('Moves', address) });
  await untilPhase(client, id, 'READY');
  const rename = (realmName: string, domainName: string) =>
    client.realmRename({ params: { id }, body: { realmName, domainName } });
  const isHeld = (name: string) => expect.poll(() => ctx.directory.row(id)?.name).toBe(name);

  let gate = Promise.withResolvers<void>();
  let held = late.hold(gate.promise);
  gateway.ask(address);
  await held;
  await rename('Renamed', address);
  await isHeld('Renamed');
  gate.resolve();
  await expect.poll(() => gateway.heard.at(-1)).toMatchObject({ type: 'route', route: { address, name: 'Renamed' } });

  using next = await startGateway(path, token);
  gate = Promise.withResolvers();
  held = late.hold(gate.promise);
  next.ask(address, elsewhere);
  await held;
  await rename('Moved', elsewhere);
  await isHeld('Moved');
  gate.resolve();
  await expect.poll(() => next.routeOf(id)).toMatchObject({ address: elsewhere, name: 'Moved' });
  expect(next.heard).toContainEqual({ type: 'absent', address });

  // Changes may have been missed, so the earlier question is not answered.
  next.heard.length = 0;
  gate = Promise.withResolvers();
  held = late.hold(gate.promise);
  next.ask(elsewhere);
  await held;
  await ctx.directory.reload();
  gate.resolve();
  next.ask(address);
  await expect
    .poll(() => next.heard)
    .toEqual([
      { type: 'routes', routes: [] },
      { type: 'absent', address },
    ]);

  // Two are followed: with a third everything known may have changed, and is asked for again.
  const owner = await makeUser(api, 'GHAST');
  const three = [freshAddress(), freshAddress(), freshAddress()];
  for (const [n, one] of three.entries()) {
    const created = await owner.client.realmCreate({ body: realmBody(`Castle ${'XYZ'.at(n)}`, one) });
    await untilPhase(owner.client, created.id, 'READY');
  }
  next.heard.length = 0;
  next.ask(...three);
  const addresses = () => next.heard.map((one) => (one.type === 'route' ? one.route.address : one.type));
  await expect.poll(addresses).toEqual([three[0], three[1], 'routes']);
  next.ask(three[2] ?? '');
  await expect.poll(addresses).toEqual([three[0], three[1], 'routes', three[2]]);
});
