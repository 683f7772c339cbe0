import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUser, password, type TestUser } from './people.ts';
import { connectSsh, portOf } from './sftp-people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** Strangers who take every place there is. */

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi({ sftp: true });
  owner = await makeUser(api, 'GHAST');
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

/** Connects, says this, and comes again at once when it is sent off. */
async function hold(from: string, words: string): Promise<void> {
  const socket = connect({ port: portOf(api), host: '127.0.0.1', localAddress: from });
  strangers.push(socket);
  socket.on('error', () => undefined).resume();
  socket.once('close', () => isOver || void hold(from, words));
  await once(socket, 'connect');
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
  await once(socket, 'connect');
  return { socket, closed: once(socket.resume(), 'close') };
}

test('a network has three connections that say nothing', async () => {
  const five = [
    await dialSilently(),
    await dialSilently(),
    await dialSilently(),
    await dialSilently(),
    await dialSilently(),
  ];
  await Promise.all(five.slice(0, 2).map(({ closed }) => closed));
  expect(five.slice(2).map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
  const since = performance.now();
  await Promise.all(five.map(({ closed }) => closed));
  expect(performance.now() - since).toBeLessThan(10_000);
});

test.each([['a stranger'], ['an account']])(
  'SSH packets that hold nothing, of %s without end, hold nobody else up',
  async (who) => {
    const flood = fileURLToPath(new URL('flood-ssh.ts', import.meta.url));
    const login = who === 'a stranger' ? [] : [owner.nickname, password];
    const child = spawn(process.execPath, [flood, String(portOf(api)), ...login], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      let longest = 0;
      for (const until = performance.now() + 3_000; performance.now() < until;) {
        const asked = performance.now();
        expect((await fetch(`${api.url}/api/site/now`)).status).toBe(200);
        longest = Math.max(longest, performance.now() - asked);
      }
      // Without a bound on what SSH may take, an answer takes ten seconds and more.
      expect(longest).toBeLessThan(2_000);
      const ssh = await connectSsh(api, owner.nickname, { localAddress: '127.0.99.9' });
      ssh.end();
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  },
);
