import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { decodeFrame, decodeLoginStart, encodeHandshake, encodeLoginStart } from '@realmkeep/protocol';
import { plainSettings } from '@realmkeep/realm-protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LoginCodes } from '../../identity/login-codes.ts';
import { Access } from '../../identity/access.ts';
import { hear, readPrinted } from './console-line.ts';
import { LoginProxy } from './login-proxy.ts';
import { ServerLists } from './lists/server-lists.ts';

const handshake = encodeHandshake({
  protocolVersion: 754,
  serverAddress: 'castle.example.com',
  serverPort: 25_565,
  nextState: 'login',
});
const loginAs = (name: string): Buffer => encodeLoginStart({ name, rest: Buffer.alloc(0) });

async function listen(onSocket: (socket: Socket) => void, pauseOnConnect = false): Promise<number> {
  const server = createServer({ pauseOnConnect }, onSocket).unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const owner = { nickname: 'Owner_1', epoch: 1 };
const code = 'K7PM3XQD';

/**
 * A login proxy in front of a server that sends nothing by itself.
 * @returns where players connect, where the owner connects with a code, the connections to the server, what was sent to it, and a function that prints a line
 */
async function openProxy() {
  const atServer: Socket[] = [];
  const told: string[] = [];
  const loginCodes = new LoginCodes();
  const hash = createHash('sha256').update(code).digest('hex');
  loginCodes.expect({ ...owner, hash, expiresAt: Date.now() + 60_000 });
  const port = await listen((socket) => atServer.push(socket));
  const settings = { ...plainSettings, slots: 10, managers: [owner] };
  const loginProxy = new LoginProxy({
    port,
    settings,
    access: new Access(settings, () => undefined),
    lists: new ServerLists(settings, { ...settings }, (command) => void told.push(command)),
    loginCodes,
    tell: (command) => void told.push(command),
    log: () => undefined,
    playersChanged: () => undefined,
    guestJoined: () => undefined,
  });
  const player = await listen(
    (socket) => loginProxy.accept(socket, { address: '203.0.113.7', unregistered: true }),
    true,
  );
  const proved = await listen(
    (socket) => loginProxy.accept(socket, { address: '203.0.113.8', unregistered: false, code }),
    true,
  );
  const print = (text: string) => {
    const heard = hear(readPrinted(`[12:00:00] [Server thread/INFO]: ${text}`));
    if (heard?.kind === 'joined') loginProxy.heardJoined(heard.name, heard.address);
  };
  return { player, proved, atServer, told, print, settings, loginProxy };
}

/** A player joins through one of the ports, and the server prints it. */
async function joins({ atServer, print }: Awaited<ReturnType<typeof openProxy>>, port: number, name: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(Buffer.concat([handshake, loginAs(name)]));
  const count = atServer.length + 1;
  await expect.poll(() => atServer.length).toBe(count);
  const server = atServer.at(-1);
  if (!server) throw new Error('the server has no connection');
  // Only what has been written to the server has been passed on by the login proxy.
  await once(server, 'readable');
  print(`${name}[/${server.remoteAddress}:${server.remotePort}] logged in with entity id 7 at (0, 0, 0)`);
  return { socket, server };
}

/** The names in the bytes that the server received. */
function namesIn(received: Buffer): string[] {
  const names: string[] = [];
  const first = decodeFrame(received, 4096);
  for (let rest = first === 'incomplete' ? received : received.subarray(first.bytesRead); rest.length > 0;) {
    const frame = decodeFrame(rest, 4096);
    if (frame === 'incomplete') break;
    names.push(decodeLoginStart(frame).name);
    rest = rest.subarray(frame.bytesRead);
  }
  return names;
}

test('a second name behind the first ends the connection, before the server has heard of either', async () => {
  const { player, atServer } = await openProxy();
  const socket = connect(player, '127.0.0.1');
  const end = new Promise((resolve) =>
    socket
      .on('error', () => undefined)
      .resume()
      .once('close', resolve),
  );
  socket.write(Buffer.concat([handshake, loginAs('Nobody'), loginAs('Owner_1')]));
  await end;
  expect(atServer).toHaveLength(0);
});

test('what a client says before the server has answered its name reaches the server only after that answer', async () => {
  const { player, atServer } = await openProxy();
  const socket = connect(player, '127.0.0.1');
  socket.write(Buffer.concat([handshake, loginAs('Nobody')]));
  await once(socket, 'connect');
  await expect.poll(() => atServer.length).toBeGreaterThan(0);
  const [server] = atServer;
  let received = Buffer.alloc(0);
  server?.on('data', (piece) => (received = Buffer.concat([received, piece])));
  await expect.poll(() => namesIn(received)).not.toEqual([]);
  socket.write(loginAs('Owner_1'));
  // Another player joins meanwhile, which takes longer than those bytes would.
  for (let n = 0; n < 5; n += 1) {
    const other = connect(player, '127.0.0.1');
    other.write(Buffer.concat([handshake, loginAs(`Other_${n}`)]));
    await expect.poll(() => atServer.length).toBe(n + 2);
  }
  expect(namesIn(received)).toEqual(['Nobody']);
  const answered = once(socket, 'data');
  server?.write('answer');
  await answered;
  await expect.poll(() => namesIn(received)).toHaveLength(2);
  socket.destroy();
});

test('lines that players forge send nobody off, and give or take no powers; who takes a name over is sent off', async () => {
  const proxy = await openProxy();
  const { player, proved, told, print } = proxy;
  const bob = await joins(proxy, player, 'Bob');
  await joins(proxy, proved, 'Owner_1');
  expect(told.splice(0)).toEqual(['op Owner_1']);

  for (const name of ['Bob', 'Owner_1', 'Bob']) print(`${name}[/127.0.0.1:1] logged in with entity id 7 at (0, 0, 0)`);
  print(`Bob[/${bob.server.remoteAddress}:${bob.server.remotePort}] logged in with entity id 7 at (0, 0, 0)`);
  expect(told.splice(0)).toEqual([]);
  // Nobody has the name in this case: going by the name alone would hit the player who has it in another.
  print('BOB[/127.0.0.1:1] logged in with entity id 7 at (0, 0, 0)');
  const sentOff = 'Join using the realm’s address.';
  expect(told.splice(0)).toEqual(['deop @a[name="BOB"]', `kick @a[name="BOB"] ${sentOff}`]);

  // A player whom the server itself lets take over the name is disconnected as soon as the first connection has ended.
  bob.server.destroy();
  await expect.poll(() => told).not.toEqual([]);
  expect(told).toEqual(['deop Bob', `kick Bob ${sentOff}`]);
});

test('whom a busy server sends off some seconds later is told why', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const proxy = await openProxy();
  const { socket, server } = await joins(proxy, proxy.player, 'Bob');
  const heard = text(socket);
  const { settings, told, loginProxy } = proxy;
  settings.access = { ...settings.access, bans: [{ nickname: 'Bob', reason: 'spam', until: null }] };
  loginProxy.accessChanged();
  expect(told).toContainEqual(expect.stringMatching(/^kick Bob .*spam/));
  vi.advanceTimersByTime(8_000);
  server.end('because of spam');
  expect(await heard).toBe('because of spam');
});

test('the server’s own lists follow the realm’s from what they said at its start, and are told nothing twice', async () => {
  const { told, settings, loginProxy } = await openProxy();
  const bans = [{ nickname: 'Eve', reason: 'spam', until: null }];
  settings.access = { ...settings.access, whitelist: ['Ada'], bans };
  loginProxy.accessChanged();
  loginProxy.accessChanged();
  expect(told.splice(0)).toEqual(['whitelist add Ada', 'ban Eve spam']);
  settings.access = { ...settings.access, whitelist: [], bans: [] };
  loginProxy.accessChanged();
  expect(told).toEqual(['whitelist remove Ada', 'pardon Eve']);
});
