import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { GatewayMessage } from '@realmkeep/contract';
import { holdTcp, internalCertificate, internalServerName } from '@realmkeep/sockets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askInternal } from './ask-internal.ts';
import { makeUser, realmBody, untilPhase } from './people.ts';
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

test('tells every route, and each change of one', async () => {
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
  // Perhaps it is what it was blocked for.
  expect(heard.at(-1)).not.toHaveProperty('route.description');
  await admin.client.adminRealmUnblock({ params: { id }, body: { reason: 'it was another' } });
  await expect.poll(() => heard.at(-1)).toEqual(route({ state: 'READY', endpoint, reason: null }));
  await other.realmRename({ params: { id }, body: { realmName: 'Next Realm', domainName: 'gw-moved' } });
  await expect.poll(() => heard.at(-1)).toEqual(route({ address: 'gw-moved' }));
  await other.realmDelete({ params: { id } });
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'gone', realmId: id });
  ending.abort();
});
