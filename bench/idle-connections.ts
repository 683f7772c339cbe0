/**
 * What idle connections cost: `node bench/idle-connections.ts [how many]`, 10,000 by default: pages' sockets at an api, and
 * players through the gateway and through haproxy. They come from many addresses of 127.0.0.0/8, since each address has a limit. Prints the private
 * memory of each process without and with them, which excludes what the Linux kernel keeps for each connection. The number of players is limited
 * by open files (`ulimit -Hn`), two for each. Needs a build, and four free ports from 42,300 on.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokens } from '../apps/api/src/domains/identity/sessions/tokens.ts';
import { loginOpening } from './gateway/measure.ts';
import { startGateway, startHaproxy, startRealm, type Target } from './gateway/targets.ts';
import { privateMegabytes } from './realm/measure.ts';
import { fill } from './scale/fill.ts';
import { secret, startApi } from './scale/start-api.ts';
import { startDatabase } from './scale/start-database.ts';

const count = Number(process.argv[2] ?? 10_000);
/** Connections of one address and one account: below the limit of each. */
const ofAddress = 30;
const ofAccount = 10;
const atOnce = 50;
/** Below the ports that the system gives to outgoing connections. */
const firstPort = 22_300;
const echo = Buffer.alloc(64, 1);

/** The hard limit of open files: Node raises its own limit to it, and child processes inherit that. */
const [, mostFiles] = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
/** A relay has two open files for each player. */
const players = Math.min(count, Math.floor((Number(mostFiles) - 300) / 2));

const folder = await mkdtemp(join(tmpdir(), 'realmkeep-idle-'));
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(folder, { recursive: true }));

await measurePages();
const realm = await startRealm(firstPort, stack);
const relays: (Target | undefined)[] = [
  await startGateway(firstPort + 1, realm.port, join(folder, 'gateway'), stack),
  await startHaproxy(firstPort + 2, realm.port, join(folder, 'haproxy'), stack),
];
for (const relay of relays)
  if (relay?.pid)
    await measure(`players, ${relay.name}`, { pid: relay.pid, count: players }, (index) => joinRealm(relay, index));

/** The address of 127.0.0.0/8 from which the connection of this number comes. */
function addressOf(index: number): string {
  const network = Math.floor(index / ofAddress);
  return `127.1.${network >> 8}.${network & 255 || 255}`;
}

/** @param open opens a connection, and resolves when it is established and idle */
async function measure(
  name: string,
  { pid, count }: { pid: number; count: number },
  open: (index: number) => Promise<Socket>,
): Promise<void> {
  const before = privateMegabytes([pid]);
  const sockets: Socket[] = [];
  for (let from = 0; from < count; from += atOnce)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => open(from + at)))),
    );
  const closed = sockets.filter(({ readyState }) => readyState !== 'open').length;
  const after = privateMegabytes([pid]);
  const each = ((after - before) * 1_000) / count;
  console.log(
    `${name}: ${before.toFixed(1)} MB, with ${count - closed} connections ${after.toFixed(1)} MB, ${each.toFixed(1)} kB each`,
  );
  for (const socket of sockets) socket.destroy();
}

async function measurePages(): Promise<void> {
  const { url, database } = await startDatabase(stack);
  await fill(database, { realms: Math.ceil(count / ofAccount), on: 0, entries: 0, sessions: 1 });
  const { rows } = await database.query<{ id: string; user_id: string }>('select id, user_id from sessions');
  const tokens = createTokens(secret);
  const { pid, origin } = await startApi(url, folder, stack);
  await measure('pages, api', { pid, count }, async (index) => {
    const session = rows[Math.floor(index / ofAccount)];
    if (!session) throw new Error('there are too few sessions');
    const claims = { userId: session.user_id, sessionId: session.id, scopes: ['REALM_DATA' as const], tokenVersion: 0 };
    const { token } = await tokens.signAccess(claims);
    return openPage(new URL(origin), addressOf(index), token);
  });
}

/** An authenticated WebSocket, written by hand because Node's own cannot choose its local address. Source: RFC 6455 */
async function openPage({ hostname, port }: URL, localAddress: string, token: string): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  const heard = hears(socket, '"ready"');
  const key = Buffer.alloc(16, 1).toString('base64');
  socket.write(
    `GET /api/ws/events HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await hears(socket, '101 Switching');
  const text = Buffer.from(JSON.stringify({ type: 'auth', token }));
  // One text frame, masked with zeros, with a two-byte length.
  const head = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, text]));
  await heard;
  return socket;
}

/** A player in a realm that echoes what they send. */
async function joinRealm({ port }: Target, index: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(index), noDelay: true });
  socket.write(Buffer.concat([loginOpening('Echo'), echo]));
  await hears(socket, echo.toString());
  return socket;
}

/** Waits until the socket has received these words. @throws Error when it closes before */
async function hears(socket: Socket, words: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  const hear = (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-1_000);
    if (said.includes(words)) resolve();
  };
  const close = () => reject(new Error(`closed after ${said}`));
  socket.on('data', hear).once('close', close).once('error', reject);
  try {
    await promise;
  } finally {
    socket.off('data', hear).off('close', close);
    socket.resume();
  }
}
