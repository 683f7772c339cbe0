import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { type Envelope } from '@realmkeep/contract';
import { loginBody, makeUser, realmBody, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { closed } from '@realmkeep/testkit/closed';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function envelopeOf(path: string, init?: RequestInit): Promise<Envelope> {
  const response = await fetch(api.url + path, init);
  const envelope = (await response.json()) as Envelope;
  expect(envelope.statusCode).toBe(response.status);
  return envelope;
}

const json = (body: string): RequestInit => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } });

/** A connection that says nothing. */
async function dial({ app }: TestApi) {
  const socket = connect(app.port, '127.0.0.1').resume();
  const end = closed(socket);
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), end]);
  return { socket, end };
}

/** Ends all connections of our own role: PostgreSQL may be vacuuming the database, and its own processes cannot be ended by us. */
const endConnections = (database: string) =>
  api.app.ctx.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [database],
  );

describe('every answer is an envelope', () => {
  test('of success', async () => {
    const envelope = await envelopeOf('/api/site/config');
    expect(envelope).toMatchObject({ message: 'OK', error: null, statusCode: 200, data: { baseDomain: 'localhost' } });
    const { headers } = await fetch(`${api.url}/api/site/config`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(Date.parse(envelope.timestamp)).toBeCloseTo(Date.now(), -5);
  });

  test.each<[string, string, RequestInit, number, string]>([
    ['an unknown path', '/api/nothing', {}, 404, 'not_found'],
    ['broken JSON', '/api/auth', json('{"username":'), 400, 'invalid_request'],
    ['no body', '/api/auth', { method: 'POST' }, 400, 'invalid_request'],
    ['another shape', '/api/auth', json('[1,2]'), 400, 'invalid_request'],
    ['another prototype', '/api/auth', json('{"__proto__":{"admin":true}}'), 400, 'invalid_request'],
    ['a body too large', '/api/auth', json(JSON.stringify({ username: 'x'.repeat(70_000) })), 413, 'body_too_large'],
    ['another kind of body', '/api/auth', { method: 'POST', body: 'a=b' }, 415, 'unsupported_media_type'],
    ['an id that is none', '/api/realm/data/..%2f..%2fetc', {}, 401, 'unauthorized'],
    ['an address that cannot be read', '/api/%zz', {}, 400, 'invalid_request'],
    ['an address that is too long', `/api/realm/data/${'a'.repeat(300)}`, {}, 400, 'invalid_request'],
    [
      'a NUL',
      '/api/auth',
      json('{"username":"a\\u0000b","user_password":"x","token_name":"x"}'),
      400,
      'invalid_request',
    ],
  ])('of %s', async (_what, path, init, statusCode, error) => {
    await expect(envelopeOf(path, init)).resolves.toMatchObject({ statusCode, error });
  });

  test('of a fault of ours, which tells nothing but the id of the request', async () => {
    await using broken = await startTestApi();
    const { client } = await makeUser(broken);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', 'castle') });
    broken.app.ctx.memory.place = () => {
      throw new Error('a secret of ours');
    };
    await expect(client.realmGet({ params: { id } })).rejects.toMatchObject({
      status: 500,
      code: 'internal_error',
      message: expect.stringMatching(/^Server error, please try again later\. Request [0-9a-f-]{36}$/),
    });
  });
});

describe('the pages', () => {
  const html = { headers: { accept: 'text/html' } };

  test.each(['/', '/account', '/realm/details?id=1', '/realm/create'])('%s is the application', async (path) => {
    const response = await fetch(api.url + path, html);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('x-robots-tag')).toBeNull();
  });

  test('the legal pages are not for search engines', async () => {
    const response = await fetch(`${api.url}/privacy-policy`, html);
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  });

  test('any other path is the application too, and is not found', async () => {
    const response = await fetch(`${api.url}/no/such/page`, html);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  test('scripts come from here alone, but for the one in the page, and text never becomes one', async () => {
    const response = await fetch(api.url, html);
    const policy = response.headers.get('content-security-policy') ?? '';
    const script = /<script>(.*)<\/script>/.exec(await response.text())?.[1] ?? '';
    expect(script).not.toBe('');
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}';`);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
  });
});

test('a database that ends every connection, those in use too, costs their calls and no more', async () => {
  await using cut = await startTestApi();
  const { client } = await makeUser(cut);
  const { ctx } = cut.app;
  const name = new URL(cut.config.databaseUrl).pathname.slice(1);
  const long = sql`select pg_sleep(30)`.execute(ctx.db).catch((error: unknown) => error);
  const busy = "select 1 from pg_stat_activity where datname = $1 and query like '%pg_sleep%' and state = 'active'";
  const { pool } = api.app.ctx;
  await expect.poll(async () => (await pool.query(busy, [name])).rowCount).toBe(1);
  await endConnections(name);
  await expect(long).resolves.toBeInstanceOf(Error);
  await expect.poll(() => client.userMe().catch(() => null)).not.toBeNull();
  const { id } = await client.realmCreate({ body: realmBody('After All', 'after-all') });
  await untilPhase(client, id, 'READY');
});

describe('the operator’s side', () => {
  test('is live and ready, and not ready without the database', async () => {
    await expect(fetch(`${api.url}/health/live`).then(({ status }) => status)).resolves.toBe(200);
    await expect(fetch(`${api.url}/health/ready`).then(({ status }) => status)).resolves.toBe(200);
    await using cut = await startTestApi();
    const databaseUrl = new URL(cut.config.databaseUrl);
    await api.app.ctx.pool.query(`alter database ${databaseUrl.pathname.slice(1)} with allow_connections false`);
    await endConnections(databaseUrl.pathname.slice(1));
    await expect(fetch(`${cut.url}/health/ready`).then(({ status }) => status)).resolves.toBe(503);
    await expect(fetch(`${cut.url}/health/live`).then(({ status }) => status)).resolves.toBe(200);
    await expect(cut.anonymous.authLogin({ body: loginBody('somebody') })).rejects.toMatchObject({
      code: 'unavailable',
    });
    await api.app.ctx.pool.query(`alter database ${databaseUrl.pathname.slice(1)} with allow_connections true`);
  });

  test('asks the database once in a while whether it is ready, however many ask', async () => {
    const { pool } = api.app.ctx;
    let used = 0;
    const count = (): void => void (used += 1);
    pool.on('acquire', count);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${api.url}/health/ready`)));
      for (const answer of answers)
        expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', worker: 1 }]);
    }
    pool.off('acquire', count);
    // Others use it as well.
    expect(used).toBeLessThan(100);
  });

  test('shows metrics to the token alone, from loopback too', async () => {
    const { client } = await makeUser(api);
    await client.realmCreate({ body: realmBody('Metric', 'metric') });
    const scrape = (headers: Record<string, string>) => fetch(`${api.url}/metrics`, { headers });
    const { metricsToken } = api.config.secrets;
    const bearer = { authorization: `Bearer ${metricsToken}` };
    const text = async () => (await scrape(bearer)).text();
    await expect.poll(text).toMatch(/^realmkeep_realms\{phase="(QUEUED|STARTING|READY)"\} 1$/m);
    await expect(text()).resolves.toContain(
      'http_request_duration_seconds_count{worker="1",method="POST",route="/api/realm/create",status="201"}',
    );
    for (const headers of [{}, { authorization: `Bearer ${api.config.secrets.gatewayToken}` }]) {
      expect((await scrape(headers)).status).toBe(403);
    }
  });

  test('holds so many connections of one network, and none that says nothing', async () => {
    const environment = { PAGE_CONNECTIONS_PER_ADDRESS: '3' };
    await using strict = await startTestApi({ environment });
    const silent = [await dial(strict), await dial(strict), await dial(strict)];
    // It gets no answer, because it never sent a request.
    const fourth = await dial(strict);
    await fourth.end;
    expect(fourth.socket.bytesRead).toBe(0);
    const other = connect({ port: strict.app.port, host: '127.0.0.1', localAddress: '127.0.0.9' });
    other.write('GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(await text(other.setEncoding('utf8'))).toMatch(/^HTTP\/1.1 200 /);
    for (const { socket } of silent) socket.destroy();
    const live = () => fetch(`${strict.url}/health/live`).then(({ status }) => status);
    await expect.poll(live).toBe(200);
    await using hasty = await startTestApi({ environment: { HEADERS_TIMEOUT_MS: '200' } });
    await (
      await dial(hasty)
    ).end;
    await using proxied = await startTestApi({ environment: { ...environment, TRUST_PROXY: '127.0.0.0/30' } });
    const many = await Promise.all(Array.from({ length: 6 }, () => fetch(`${proxied.url}/api/site/config`)));
    expect(many.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  test('limits the calls of one address, and says when to come back', async () => {
    await using strict = await startTestApi({ environment: { REQUESTS_PER_MINUTE: '5' } });
    const call = () => fetch(`${strict.url}/api/site/config`);
    for (let calls = 0; calls < 5; calls += 1) expect((await call()).status).toBe(200);
    const limited = await call();
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect(limited.json()).resolves.toMatchObject({ error: 'rate_limited' });
    // The pages' own files are none of these.
    expect((await fetch(`${strict.url}/assets/app.js`)).status).toBe(200);
  });
});
