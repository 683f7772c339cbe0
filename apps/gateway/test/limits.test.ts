import { describe, expect, it } from 'vitest';
import { encodeStatusRequest } from '@realmkeep/protocol';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, dial, handshakeTo, joinRealm, loginRefusal } from '@realmkeep/testkit/wire';

describe('limits', () => {
  it('so many players of one address, and none of them gives way', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { MAX_CONNECTIONS_PER_ADDRESS: '2' });

    const first = await joinRealm(gateway.port, 'castle.localhost');
    const firstArrival = await realm.nextArrival();
    const second = await joinRealm(gateway.port, 'castle.localhost');
    const arrival = await realm.nextArrival();
    const third = await joinRealm(gateway.port, 'castle.localhost');
    expect((await third.readToEnd()).length).toBe(0);

    const neighbour = await joinRealm(gateway.port, 'castle.localhost', { localAddress: '127.0.0.2' });
    await realm.nextArrival();
    arrival.wire.socket.write('still here');
    expect((await second.readBytes(10)).toString()).toBe('still here');

    // The place of one that leaves is free again.
    first.socket.resetAndDestroy();
    await firstArrival.wire.readToEnd();
    const fourth = await joinRealm(gateway.port, 'castle.localhost');
    await realm.nextArrival();
    for (const wire of [second, third, fourth, neighbour]) wire.socket.destroy();
  });

  it('a silent connection of the same address gives way to a player', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { MAX_CONNECTIONS_PER_ADDRESS: '2' });

    const silent = await dial(gateway.port);
    await dial(gateway.port);
    const player = await joinRealm(gateway.port, 'castle.localhost');
    await realm.nextArrival();
    expect((await silent.readToEnd()).length).toBe(0);
    player.socket.destroy();
  });

  it('so many of a realm’s places for one network, and the rest is for others', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([
      realm.route({ slots: 3 }),
      realm.route({ realmId: 'r2', address: 'tower', slots: 2 }),
    ]);
    await using gateway = await startTestGateway(api);

    const first = await joinRealm(gateway.port, 'castle.localhost');
    const firstArrival = await realm.nextArrival();
    await joinRealm(gateway.port, 'castle.localhost');
    await realm.nextArrival();
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(
      'The remaining places on Castle are kept for other networks. You can join when somebody on yours leaves.',
    );
    await joinRealm(gateway.port, 'castle.localhost', { localAddress: '127.0.0.2' });
    await realm.nextArrival();
    // Two at one home have a realm for two, and one that is full says so itself.
    for (let n = 0; n < 3; n += 1) {
      await joinRealm(gateway.port, 'tower.localhost');
      await realm.nextArrival();
    }

    first.socket.resetAndDestroy();
    await firstArrival.wire.readToEnd();
    await joinRealm(gateway.port, 'castle.localhost');
    await realm.nextArrival();
  });

  it('so many connections in all', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { MAX_CONNECTIONS: '1' });

    const player = await joinRealm(gateway.port, 'castle.localhost', { localAddress: '127.0.0.2' });
    await realm.nextArrival();
    const refused = await dial(gateway.port, { localAddress: '127.0.0.3' });
    refused.socket.write(Buffer.concat([handshakeTo('castle.localhost', 'status'), encodeStatusRequest()]));
    expect((await refused.readToEnd()).length).toBe(0);
    player.socket.destroy();
  });

  it('so many logins of one address in a minute, status aside', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { MAX_LOGINS_PER_MINUTE: '1' });

    const player = await joinRealm(gateway.port, 'castle.localhost');
    await realm.nextArrival();
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toBe(
      'Too many attempts to join. Please wait a minute, then try again.',
    );
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    player.socket.destroy();
  });
});
