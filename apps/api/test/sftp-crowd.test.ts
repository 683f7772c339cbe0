import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUser, password, type TestUser } from './people.ts';
import { connectSsh, portOf } from './sftp-people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { closed } from '@realmkeep/testkit/closed';

/** Strangers who take every connection there is. */

let api: TestApi;
let owner: TestUser;
let friend: TestUser;
beforeAll(async () => {
  api = await startTestApi({ sftp: true });
  owner = await makeUser(api, 'GHAST');
  friend = await makeUser(api);
});
afterAll(() => api[Symbol.asyncDispose]());

let isOver = false;
let strangers: Socket[] = [];
beforeEach(() => {
  isOver = false;
  strangers = [];
  return () => {
    isOver = true;
    for (const socket of strangers) socket.destroy();
  };
});

/** Connects, sends these words, and reconnects at once when it is disconnected. */
async function hold(from: string, words: string): Promise<void> {
  const socket = connect({ port: portOf(api), host: '127.0.0.1', localAddress: from });
  strangers.push(socket);
  socket.on('error', () => undefined).resume();
  socket.once('close', () => isOver || void hold(from, words));
  // A socket that is refused at once may close before it reports that it is connected.
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  socket.write(words);
}

test.each([
  ['silent', ''],
  ['unfinished', 'SSH-2.0-somebody\r\n'],
])('%s connections of many networks in every place keep nobody out', async (_, words) => {
  const addresses = [1, 2, 3, 4, 5].flatMap((n) => [`127.0.${n}.1`, `127.0.${n}.2`]);
  for (const from of addresses) await Promise.all(Array.from({ length: 10 }, () => hold(from, words)));
  const logIns = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => connectSsh(api, owner.nickname, { localAddress: `127.0.99.${n}` })),
  );
  const sessions = (await owner.client.authSessions()).filter(({ token_name: name }) => name === 'SFTP');
  expect(sessions.length).toBeGreaterThanOrEqual(logIns.length);
  for (const ssh of logIns) ssh.end();
});

async function dialSilently() {
  const socket = connect({ port: portOf(api), host: '127.0.0.1', localAddress: '127.0.50.1' });
  const end = closed(socket.resume());
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), end]);
  return { socket, end };
}

test('a network has three connections that say nothing', async () => {
  const five = [
    await dialSilently(),
    await dialSilently(),
    await dialSilently(),
    await dialSilently(),
    await dialSilently(),
  ];
  await Promise.all(five.slice(0, 2).map(({ end }) => end));
  expect(five.slice(2).map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
  await Promise.all(five.map(({ end }) => end));
});

/** Floods from these networks until the end of the block. Returns when they have begun. */
async function startFloods(networks: readonly string[], login: readonly string[]): Promise<AsyncDisposable> {
  const flood = fileURLToPath(new URL('flood-ssh.ts', import.meta.url));
  const children = networks.map((network) =>
    spawn(process.execPath, [flood, String(portOf(api)), network, ...login], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const ended = children.map((child) => once(child, 'exit'));
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  return {
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
}

test.each([
  ['a stranger', ['127.0.88']],
  ['strangers of three networks', ['127.0.87', '127.0.88', '127.0.89']],
  ['an account', ['127.0.88']],
] as const)('SSH packets that hold nothing, of %s without end, hold nobody else up', async (who, networks) => {
  await using _ = await startFloods(networks, who === 'an account' ? [owner.nickname, password] : []);
  // Without a limit on SSH's share, an answer would take ten seconds and more.
  for (let calls = 0; calls < 8; calls += 1) {
    const signal = AbortSignal.timeout(8_000);
    expect((await fetch(`${api.url}/api/site/now`, { signal })).status).toBe(200);
  }
  for (const n of [1, 2, 3]) (await connectSsh(api, friend.nickname, { localAddress: `127.0.99.${n}` })).end();
});
