import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { decodeFrame, decodeLoginStart, encodeHandshake, encodeLoginStart } from '@realmkeep/protocol';
import { plainSettings } from '@realmkeep/realm-protocol';
import { expect, test, vi } from 'vitest';
import { LoginCodes } from '../../identity/login-codes.ts';
import { LoginProxy } from './login-proxy.ts';

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

/** A login proxy before a server that says nothing by itself. @returns where players connect, and the connections to the server */
async function openProxy() {
  const atServer: Socket[] = [];
  const port = await listen((socket) => atServer.push(socket));
  const loginProxy = new LoginProxy({
    port,
    settings: { ...plainSettings, slots: 10 },
    loginCodes: new LoginCodes(),
    tell: () => undefined,
    log: () => undefined,
    playersChanged: () => undefined,
    guestJoined: () => undefined,
  });
  const player = await listen(
    (socket) => loginProxy.accept(socket, { address: '203.0.113.7', unregistered: true }),
    true,
  );
  return { player, atServer };
}

/** Names that the server was told in these bytes. */
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
  const closed = once(socket, 'close');
  socket.resume();
  socket.write(Buffer.concat([handshake, loginAs('Nobody'), loginAs('Owner_1')]));
  await closed;
  expect(atServer).toHaveLength(0);
});

test('what a client says before the server has answered its name reaches the server only after that answer', async () => {
  const { player, atServer } = await openProxy();
  const socket = connect(player, '127.0.0.1');
  socket.write(Buffer.concat([handshake, loginAs('Nobody')]));
  await once(socket, 'connect');
  await vi.waitUntil(() => atServer.length > 0);
  const [server] = atServer;
  let received = Buffer.alloc(0);
  server?.on('data', (piece) => (received = Buffer.concat([received, piece])));
  await vi.waitUntil(() => namesIn(received).length > 0);
  socket.write(loginAs('Owner_1'));
  // Another player comes in meanwhile, which takes longer than those bytes would.
  for (let n = 0; n < 5; n += 1) {
    const other = connect(player, '127.0.0.1');
    other.write(Buffer.concat([handshake, loginAs(`Other_${n}`)]));
    await vi.waitUntil(() => atServer.length === n + 2);
  }
  expect(namesIn(received)).toEqual(['Nobody']);
  const answered = once(socket, 'data');
  server?.write('answer');
  await answered;
  await vi.waitUntil(() => namesIn(received).length === 2);
  socket.destroy();
});
