import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Socket } from 'node:net';
import { encodeProxyV2 } from '@realmkeep/protocol';
import { holdUnix } from '@realmkeep/sockets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { closeCode, openEvents } from './event-sockets.ts';
import { makeUser } from './people.ts';
import { connectSsh, portOf } from './sftp-people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { closed } from '@realmkeep/testkit/closed';

let folder: string;
let socketPath: string;
let api: TestApi;
const logged: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-proxy-'));
  socketPath = join(folder, 'sftp.sock');
  api = await startTestApi({
    sftp: true,
    logTo: { write: (line: string) => void logged.push(line) },
    environment: {
      SFTP_PROXY_FROM: '127.0.0.1',
      SFTP_PROXY_FD: String(holdUnix(socketPath, { mode: 0o600 }).fd),
      LOG_LEVEL: 'warn',
      ALSO_AT: 'https://www.realms.example',
    },
  });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const saying = (words: string) => logged.filter((line) => line.includes(words));
const metric = async (kind: string) => {
  const authorization = `Bearer ${api.config.secrets.metricsToken}`;
  const text = await (await fetch(`${api.url}/metrics`, { headers: { authorization } })).text();
  return Number(new RegExp(`realmkeep_proxy_refusals_total\\{kind="${kind}",worker="1"\\} (\\d+)`).exec(text)?.[1]);
};

async function proxied(header: Buffer | string, way: 'port' | 'socket' = 'port'): Promise<Socket> {
  const socket = way === 'port' ? connect(portOf(api), '127.0.0.1') : connect(socketPath);
  await once(socket, 'connect');
  socket.write(header);
  return socket;
}

const destination = { host: '198.51.100.1', port: 22 };
/** Of IPv6: the source is sent in its mapped form. */
const destination6 = { host: '2001:db8::1', port: 22 };

test.each([
  ['2', encodeProxyV2({ source: { host: '203.0.113.7', port: 50_000 }, destination })],
  ['2 on IPv6', encodeProxyV2({ source: { host: '203.0.113.7', port: 50_000 }, destination: destination6 })],
  ['1', 'PROXY TCP4 203.0.113.7 198.51.100.1 50000 22\r\n'],
])('whom a PROXY header of version %s names is who logs in by SFTP', async (_, header) => {
  const user = await makeUser(api);
  const ssh = await connectSsh(api, user.nickname, { sock: await proxied(header) });
  const session = (await user.client.authSessions()).find(({ token_name: name }) => name === 'SFTP');
  expect(session?.ip).toBe('203.0.113.7');
  ssh.end();
});

test("on the proxies' own socket many come at once, each as whom its header names", async () => {
  const user = await makeUser(api);
  const ips = ['203.0.113.21', '203.0.113.22', '203.0.113.23'];
  const all = await Promise.all(
    ips.map(async (host) => {
      const header = encodeProxyV2({ source: { host, port: 50_000 }, destination });
      return connectSsh(api, user.nickname, { sock: await proxied(header, 'socket') });
    }),
  );
  const sessions = await user.client.authSessions();
  expect(sessions.flatMap(({ token_name: name, ip }) => (name === 'SFTP' ? [ip] : [])).sort()).toEqual(ips);
  for (const ssh of all) ssh.end();
  await closed((await proxied('SSH-2.0-somebody\r\n', 'socket')).resume());
});

test('a proxy that sends no header is refused, which is said once and counted', async () => {
  const before = await metric('proxy_header');
  for (let n = 0; n < 2; n += 1) {
    const socket = await proxied('SSH-2.0-somebody\r\n');
    await closed(socket.resume());
  }
  expect((await metric('proxy_header')) - before).toBe(2);
  expect(saying('SFTP_PROXY_FROM or PROXY_SOCKETS lets it in')).toHaveLength(2);
});

test('a proxy that TRUST_PROXY does not name is seen: all its visitors count as one', async () => {
  const before = await metric('forwarded');
  for (let n = 0; n < 3; n += 1) {
    await fetch(`${api.url}/api/site/config`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  }
  expect((await metric('forwarded')) - before).toBe(3);
  expect(saying('a proxy at 127.0.0.1 neither comes by PROXY_SOCKETS nor is named by TRUST_PROXY')).toHaveLength(1);
});

test('a socket from a page of another name is closed, said and counted; one of ALSO_AT is let in', async () => {
  const before = await metric('socket_origin');
  const ours = openEvents(api, { origin: 'https://www.realms.example' });
  await once(ours, 'open');
  await expect(closeCode(openEvents(api, { origin: 'https://elsewhere.example' }))).resolves.toBe(4403);
  ours.close();
  expect((await metric('socket_origin')) - before).toBe(1);
  expect(saying('https://elsewhere.example')).toHaveLength(1);
});

test.each(['TRUST_PROXY', 'SFTP_PROXY_FROM'])('%s never takes everybody for a proxy', (name) => {
  for (const everybody of ['0.0.0.0/0', '::/0', '10.0.0.1, ::/00']) {
    const environment = { ...requiredOf(api), [name]: everybody };
    expect(() => readConfig(environment)).toThrow(`${name}: must name your proxies, and not everybody`);
  }
});

function requiredOf({ config: { databaseUrl, dataDir, secrets, webDir, realmServerDir, publicUrl } }: TestApi) {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    WEB_DIR: webDir,
    REALM_SERVER_DIR: realmServerDir,
    TOKEN_KEY: secrets.tokenKey,
    GATEWAY_TOKEN: secrets.gatewayToken,
    METRICS_TOKEN: secrets.metricsToken,
    PUBLIC_URL: publicUrl,
  };
}
