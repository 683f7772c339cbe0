import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdTcp, holdUnix, shortPath, type HeldSocket } from '../src/index.ts';

let folder: string;
let script: string;
let children: ChildProcess[];
let held: HeldSocket[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-sockets-'));
  script = join(folder, 'server.mjs');
  await writeFile(
    script,
    `import { createServer } from 'node:net';
     createServer((socket) => socket.end(process.argv[2])).listen({ fd: 4 }, () => process.send('ready'));
     process.on('disconnect', () => process.exit());`,
  );
  children = [];
  held = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const socket of held) socket.close();
  await rm(folder, { recursive: true });
});

async function serve(socket: HeldSocket, answer: string): Promise<ChildProcess> {
  const child = fork(script, [answer], { stdio: ['ignore', 'inherit', 'inherit', 'ipc', socket.fd] });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function answerOf(socket: Socket): Promise<string> {
  return text(socket.setEncoding('utf8'));
}

function keep<T extends HeldSocket>(socket: T): T {
  held.push(socket);
  return socket;
}

test('a connection to a held port waits for the child that serves it, before the first and between two', async () => {
  const socket = keep(await holdTcp('::', 0));
  const early = connect(socket.port, '127.0.0.1');
  await once(early, 'connect');
  const first = await serve(socket, 'first');
  expect(await answerOf(early)).toBe('first');
  await kill(first);
  const between = connect(socket.port, '::1');
  await once(between, 'connect');
  await serve(socket, 'second');
  expect(await answerOf(between)).toBe('second');
});

test('nobody else has a held port, on any address, and it is free when it is let go', async () => {
  const socket = await holdTcp('::', 0);
  for (const host of ['::', '::1', '0.0.0.0', '127.0.0.1']) {
    const other = createServer().listen({ host, port: socket.port, exclusive: true });
    expect((await once(other, 'error'))[0]).toMatchObject({ code: 'EADDRINUSE' });
    await expect(holdTcp(host, socket.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  }
  socket.close();
  keep(await holdTcp('127.0.0.1', socket.port));
});

test('an address that is not of this machine is refused by its code', async () => {
  await expect(holdTcp('192.0.2.1', 0)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});

test('a process accepts as many waiting connections in each turn of its loop as it has descriptors of the socket', async () => {
  const socket = keep(await holdTcp('127.0.0.1', 0));
  const waiting = Array.from({ length: 64 }, () => connect(socket.port, '127.0.0.1'));
  await Promise.all(waiting.map((one) => once(one, 'connect')));
  const module = new URL('../src/index.ts', import.meta.url).href;
  await writeFile(
    script,
    `import { serveDescriptor } from '${module}';
     let [turns, accepted, first] = [0, 0, 0];
     (function turn() { turns += 1; setImmediate(turn); })();
     const accept = () => {
       first ||= turns;
       if ((accepted += 1) === 64) process.send(turns - first);
     };
     for (const fd of [4, 5, 6, 7]) await serveDescriptor(fd, {}, accept);
     process.on('disconnect', () => process.exit());`,
  );
  const fds = Array.from({ length: 4 }, () => socket.fd);
  const child = fork(script, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...fds] });
  children.push(child);
  const [turns] = (await once(child, 'message')) as [number];
  expect(turns).toBeGreaterThanOrEqual(64 / 4 - 1);
  expect(turns).toBeLessThan(64 / 2);
  for (const one of waiting) one.destroy();
});

test('a unix socket has its mode from the beginning, replaces what was there, and loses no connection', async () => {
  const path = join(folder, 'a.sock');
  keep(holdUnix(path, { mode: 0o666 })).close();
  held.pop();
  const socket = keep(holdUnix(path, { mode: 0o600 }));
  const { mode, uid } = await stat(path);
  expect((mode & 0o777).toString(8)).toBe('600');
  expect(uid).toBe(process.getuid?.());
  const first = await serve(socket, 'first');
  expect(await answerOf(connect(path))).toBe('first');
  await kill(first);
  const between = connect(path);
  await once(between, 'connect');
  await serve(socket, 'second');
  expect(await answerOf(between)).toBe('second');
});

test('a path of more than 107 bytes can be held and connected to', async () => {
  const deep = join(folder, 'd'.repeat(100), 'e'.repeat(100));
  await mkdir(deep, { recursive: true });
  const path = join(deep, 'a.sock');
  await serve(keep(holdUnix(path, { mode: 0o600 })), 'far');
  using short = shortPath(path);
  expect(await answerOf(connect(short.path))).toBe('far');
  expect(() => holdUnix(join(deep, 'none', 'a.sock'), { mode: 0o600 })).toThrow(
    expect.objectContaining({ code: 'ENOENT' }),
  );
});
