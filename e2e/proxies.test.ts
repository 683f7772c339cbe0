import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Envelope } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import { joinRealm } from './game-client.ts';
import { createRealm, logIn, manyPlayers, password, register, type Tokens } from '@realmkeep/testkit/people';
import { examples, makeCertificate, type Proxy, proxyGroup, proxyHost, proxySockets, startProxy } from './proxies.ts';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** Caddy, nginx and haproxy from Debian, each configured as in deploy/proxy, in front of one product. */

const names = Object.keys(examples) as (keyof typeof examples)[];
const pieceBytes = 1024 * 1024;
/** The visitor's address: every address of 127.0.0.0/8 belongs to this machine. */
const visitor = '127.0.0.77';

let place: Place;
let product: Product;
let folder: string;
let certificate: string;
let tokens: Tokens;
let id: string;
const proxies = new Map<string, Proxy>();

beforeAll(async () => {
  place = { ...(await newPlace()), sftpPort: await freePort() };
  const local = ['--host', '127.0.0.1', '--game-host', '127.0.0.1', '--public-url', `https://${proxyHost}`];
  const sockets = ['--proxy-sockets', proxySockets(place)];
  if (proxyGroup !== '') sockets.push('--proxy-sockets-group', proxyGroup);
  product = startProduct(place, [...manyPlayers, '--require-chat-link', 'false', ...local, ...sockets]);
  ({ certificate, folder } = await makeCertificate(place));
  await product.started;
  await Promise.all(names.map(async (name) => proxies.set(name, await startProxy(name, place, folder))));
  await register(product.url, 'Visitor');
  tokens = await logIn(product.url, 'Visitor');
});

afterAll(async () => {
  for (const { process } of proxies.values()) process.kill('SIGTERM');
  // The proxies write into the folder until they end.
  for (const { ended } of proxies.values()) await ended;
  await endProduct(product, place);
});

function proxyOf(name: string): Proxy {
  const proxy = proxies.get(name);
  if (proxy === undefined) throw new Error(`${name} does not run`);
  return proxy;
}

interface Call {
  method?: string;
  body?: Buffer | object;
  agent?: Agent;
}

const toPage = (name: string) =>
  ({ host: '127.0.0.1', port: proxyOf(name).page, servername: proxyHost, ca: certificate }) as const;

/** A visitor's call through the proxy. */
async function call(name: string, path: string, { body, agent, method = body ? 'POST' : 'GET' }: Call = {}) {
  const asked = request({ ...toPage(name), localAddress: visitor, path, method, ...(agent && { agent }) });
  asked.setHeader('host', proxyHost).setHeader('authorization', `Bearer ${tokens.token}`);
  // Forged, as by somebody who wants to hide their address.
  for (const header of ['x-forwarded-for', 'x-real-ip']) asked.setHeader(header, '203.0.113.99');
  asked.setHeader('forwarded', 'for=203.0.113.99');
  if (body) asked.setHeader('content-type', Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json');
  asked.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, text: (await buffer(answer)).toString(), isReused: asked.reusedSocket };
}

async function data<T>(name: string, path: string, options?: Call): Promise<T> {
  const { text } = await call(name, `/api${path}`, options);
  const envelope = JSON.parse(text) as Envelope;
  expect(envelope.error).toBeNull();
  return envelope.data as T;
}

/** The addresses of the sessions with this token name. */
async function sessionsOf(tokenName: string): Promise<string[]> {
  const answer = await fetch(`${product.url}/api/auth/sessions`, {
    headers: { authorization: `Bearer ${tokens.token}` },
  });
  const { data: sessions } = (await answer.json()) as { data: { token_name: string; ip: string }[] };
  return sessions.flatMap(({ token_name: name, ip }) => (name === tokenName ? [ip] : []));
}

/** Opens a socket as the page does, sends a ping, and returns the first frame. Source: RFC 6455, section 5.2 */
async function firstFrame(name: string, origin: string): Promise<Buffer> {
  const asked = request({
    ...toPage(name),
    path: '/api/ws/events',
    headers: {
      host: proxyHost,
      origin,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  }).end();
  const signal = AbortSignal.timeout(20_000);
  const [answer, socket, head] = await once(asked, 'upgrade', { signal });
  expect(answer.statusCode).toBe(101);
  socket.write(Buffer.from([0x89, 0x80, 0, 0, 0, 0]));
  const frame = head.length > 0 ? head : (await once(socket, 'data', { signal }))[0];
  socket.destroy();
  return frame;
}

/** Uploads a file in a few pieces into the realm, as the page does. */
async function sendFile(name: string, path: string): Promise<Buffer> {
  const content = Buffer.alloc(2 * pieceBytes + 12_345, `${name} `);
  const body = { name: path, size: content.length, purpose: { kind: 'FILE', realmId: id, path } };
  const upload = await data<{ id: string }>(name, '/upload', { body });
  for (let offset = 0; offset < content.length; offset += pieceBytes) {
    const piece = content.subarray(offset, offset + pieceBytes);
    await data(name, `/upload/${upload.id}?offset=${offset}`, { method: 'PATCH', body: piece });
  }
  await data(name, `/realm/uploads/${id}`, { body: { uploadId: upload.id, replace: true } });
  return content;
}

test('a file may be sent as soon as the realm is made', async () => {
  id = await createRealm(product.url, tokens.token, 'proxied');
  for (const name of names) {
    const path = `plugins/${name}.bin`;
    const content = await sendFile(name, path);
    expect(content.equals(await readFile(join(place.dataDir, 'realms', id, path)))).toBe(true);
  }
});

describe.each(names)('behind %s', (name) => {
  test('the page loads, and the visitor’s address is their own', async () => {
    const page = await call(name, '/');
    expect([page.status, page.text.includes('<html')]).toEqual([200, true]);
    const body = { username: 'Visitor', user_password: password, token_name: `by ${name}` };
    await data(name, '/auth', { body });
    expect(await sessionsOf(`by ${name}`)).toEqual([visitor]);
  });

  test('sockets are for the page alone', async () => {
    expect((await firstFrame(name, `https://${proxyHost}`))[0]).toBe(0x8a);
    const closed = await firstFrame(name, 'https://elsewhere.example');
    expect([closed[0], closed.readUInt16BE(2)]).toEqual([0x88, 4403]);
  });

  test('a piece that is too large leaves the connections for the next', async () => {
    const size = 3 * pieceBytes;
    const purpose = { kind: 'FILE', realmId: id, path: 'plugins/other.bin' };
    const upload = await data<{ id: string }>(name, '/upload', { body: { name: 'other.bin', size, purpose } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const path = `/api/upload/${upload.id}?offset=0`;
    const tooLarge = { agent, method: 'PATCH', body: Buffer.alloc(1_200_000) };
    for (let n = 0; n < 3; n += 1) {
      expect((await call(name, path, tooLarge)).status).toBe(413);
      expect(await call(name, '/api/site/config', { agent })).toMatchObject({ status: 200, isReused: true });
      expect((await call(name, '/api/site/config')).status).toBe(200);
    }
    agent.destroy();
    await data(name, `/upload/${upload.id}`, { method: 'DELETE' });
  });
});

describe.each(names.filter((name) => examples[name].forwardsTcp))('behind %s, which passes on TCP too', (name) => {
  test('players join', async () => {
    const bot = await joinRealm(proxyOf(name).game ?? 0, 'proxied.localhost', 'Wanderer');
    expect(bot.username).toBe('Wanderer');
    bot.end();
  });

  test('files are reached by SFTP', async () => {
    const askpass = join(folder, 'askpass');
    await writeFile(askpass, `#!/bin/sh\necho '${password}'\n`);
    await chmod(askpass, 0o700);
    const options = [
      'BatchMode=no',
      'StrictHostKeyChecking=no',
      'UserKnownHostsFile=/dev/null',
      `BindAddress=${visitor}`,
    ];
    // OpenSSH uses the first value of an option, and -b sets BatchMode as well.
    const args = ['-q', ...options.flatMap((option) => ['-o', option]), '-b', '-', '-P', String(proxyOf(name).sftp)];
    const sftp = spawn('/usr/bin/sftp', [...args, 'Visitor@127.0.0.1'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force', PATH: '/usr/bin:/bin' },
    });
    let seen = '';
    sftp.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text));
    sftp.stdin.write('ls proxied/plugins\n');
    await vi.waitFor(() => expect(seen).toContain(`${name}.bin`), { timeout: 50_000, interval: 20 });
    expect(await sessionsOf('SFTP')).toContain(visitor);
    sftp.stdin.end();
    await once(sftp, 'close');
  });
});
