import { expect, it } from 'vitest';
import { Realm } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { joinRealm } from '@realmkeep/testkit/wire';

it('a code before the address goes to the realm in the header, and not on in the handshake', async () => {
  await using realm = await Realm.start({ proxyProtocol: true });
  await using api = await RoutesServer.start([realm.route()]);
  await using gateway = await startTestGateway(api);
  for (const [typed, code] of [
    ['K7PM-3XQD.Castle.localhost', 'k7pm-3xqd'],
    ['k7pm3xqd.castle.localhost.', 'k7pm3xqd'],
    ['castle.localhost', undefined],
  ] as const) {
    const player = await joinRealm(gateway.port, typed);
    const { proxy, handshake } = await realm.nextArrival();
    player.socket.destroy();
    if (proxy === undefined || proxy === 'LOCAL') throw new Error('nobody arrived');
    expect(proxy.code).toBe(code);
    expect(handshake.serverAddress).toBe('castle.localhost');
  }
});
