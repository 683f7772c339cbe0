import { once } from 'node:events';
import mc from 'minecraft-protocol';
import { describe, expect, it } from 'vitest';
import { routeTo } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import type { TestGateway } from './test-gateway.ts';
import { askStatus } from '@realmkeep/testkit/wire';

const version = '1.16.5';

/** A gateway before a real server of the game's protocol with two slots. */
async function startRealServer(): Promise<AsyncDisposable & { gateway: TestGateway; server: mc.Server }> {
  await using cleanup = new AsyncDisposableStack();
  const server = mc.createServer({
    host: '127.0.0.1',
    port: 0,
    'online-mode': false,
    version: version,
    motd: 'A real castle',
    maxPlayers: 2,
  });
  cleanup.defer(() => server.close());
  await once(server, 'listening');
  // The library's types leave out the net.Server that it wraps.
  const { socketServer } = server as unknown as { socketServer: { address: () => { port: number } } };
  const endpoint = { host: '127.0.0.1', port: socketServer.address().port, proxyProtocol: false };
  const api = cleanup.use(
    await RoutesServer.start([
      routeTo(endpoint),
      routeTo(null, {
        realmId: 'r2',
        address: 'island',
        name: 'Island',
        language: 'pl',
        state: 'SLEEPING',
        wakers: 'MANAGERS',
      }),
    ]),
  );
  // The island is not to be woken by those who only pass by.
  api.wakeAnswer = 'refused';
  const gateway = cleanup.use(await startTestGateway(api));
  const rest = cleanup.move();
  return { gateway, server, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** Dials 127.0.0.1 and names the realm in its handshake, as after a look-up of the name. */
function join(port: number, host: string): mc.Client {
  return mc.createClient({ host: '127.0.0.1', port, fakeHost: host, username: 'Alexandra', version: version });
}

describe('a real client', () => {
  it('pings, and sees what the gateway answers', async () => {
    await using real = await startRealServer();
    const status = await mc.ping({ host: '127.0.0.1', port: real.gateway.port, version: version });
    expect(status).toMatchObject({
      version: { name: 'Realmkeep' },
      description: { text: 'Please type the whole address of a realm, such as name.localhost.' },
    });
  });

  it('logs in and talks both ways', async () => {
    await using real = await startRealServer();
    const arrived = once(real.server, 'playerJoin');
    const client = join(real.gateway.port, 'Castle.localhost');
    client.once('success', () => client.write('chat', { message: 'hello there' }));
    const [player]: mc.ServerClient[] = await arrived;
    if (!player) throw new Error('nobody arrived');
    expect(player.username).toBe('Alexandra');

    const heard = new Promise((resolve) => player.once('chat', resolve));
    expect(await heard).toEqual({ message: 'hello there' });
    const kicked = new Promise((resolve) => client.once('kick_disconnect', resolve));
    player.end('the castle closes');
    expect(JSON.stringify(await kicked)).toContain('the castle closes');
  });

  it('is refused in words by a realm that sleeps', async () => {
    await using real = await startRealServer();
    const client = join(real.gateway.port, 'island.localhost');
    const { reason } = await new Promise<{ reason: string }>((resolve) => client.once('disconnect', resolve));
    expect(JSON.parse(reason)).toEqual({
      text: 'Serwer „Island” śpi. Na stronie może go obudzić właściciel lub współwłaściciel.',
    });
  });
});

describe("a real server's status", () => {
  it('comes through whole', async () => {
    await using real = await startRealServer();
    expect(await askStatus(real.gateway.port, 'castle.localhost')).toMatchObject({
      version: { name: version, protocol: 754 },
      players: { max: 2, online: 0 },
      description: { text: 'A real castle' },
    });
  });
});
