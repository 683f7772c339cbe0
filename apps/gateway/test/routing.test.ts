import { describe, expect, it } from 'vitest';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, dial, handshakeTo, joinRealm, loginRefusal } from '@realmkeep/testkit/wire';

describe('routing', () => {
  it.each([
    'castle.localhost',
    'CASTLE.LocalHost',
    'castle.localhost.',
    'castle.localhost\0FML\0',
    'castle.localhost\0FML3\0',
    'castle.localhost///203.0.113.9:51000///1700000000///c2lnbmF0dXJl',
  ])('%j reaches its realm for status and login, the handshake unchanged', async (serverAddress) => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    expect(await askStatus(gateway.port, serverAddress)).toEqual(realmStatus);
    const player = await joinRealm(gateway.port, serverAddress);
    const arrival = await realm.nextArrival();
    expect(arrival.handshake).toMatchObject({ serverAddress, nextState: 'login' });
    expect(arrival.name).toBe('Steve');
    player.socket.destroy();
  });

  it('takes a transferred player as a login', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    const player = await dial(gateway.port);
    player.socket.write(handshakeTo('castle.localhost', 'transfer'));
    player.socket.write(Buffer.from('0700055374657665', 'hex'));
    expect((await realm.nextArrival()).handshake.nextState).toBe('transfer');
    player.socket.destroy();
  });

  it('keeps two realms apart, under a base domain of its own', async () => {
    await using castle = await Realm.start();
    await using island = await Realm.start();
    await using api = await RoutesServer.start([
      castle.route(),
      island.route({ realmId: 'r2', address: 'island', name: 'Island' }),
    ]);
    await using gateway = await startTestGateway(api, { BASE_DOMAIN: 'play.example.org' });

    const player = await joinRealm(gateway.port, 'island.play.example.org');
    expect((await island.nextArrival()).name).toBe('Steve');
    expect(await loginRefusal(gateway.port, 'island.localhost')).toContain('name.play.example.org');
    player.socket.destroy();
  });

  it('reads a handshake that comes byte by byte', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    const player = await dial(gateway.port, { noDelay: true });
    for (const byte of Buffer.concat([
      handshakeTo('castle.localhost', 'login'),
      Buffer.from('0700055374657665', 'hex'),
    ])) {
      player.socket.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    expect((await realm.nextArrival()).name).toBe('Steve');
    player.socket.destroy();
  });
});
