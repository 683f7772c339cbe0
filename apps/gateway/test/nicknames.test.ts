import { describe, expect, it } from 'vitest';
import { encodeLoginStart } from '@realmkeep/protocol';
import { Realm } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { dial, handshakeTo, joinRealm } from '@realmkeep/testkit/wire';

/** Whether the realm is told that the nickname is nobody's. */
async function joinsAsNobody(realm: Realm, port: number, name: string): Promise<boolean> {
  const player = await joinRealm(port, 'castle.localhost', {}, name);
  const { proxy, name: arrived } = await realm.nextArrival();
  player.socket.destroy();
  if (arrived !== name || proxy === undefined || proxy === 'LOCAL') throw new Error('somebody else arrived');
  return proxy.unregistered === true;
}

describe('a realm is told whether an account has the nickname', () => {
  it('of each who joins, and the api is asked once for those who come again', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);
    api.registered.add('alexandra');
    await expect(joinsAsNobody(realm, gateway.port, 'Steve')).resolves.toBe(true);
    await expect(joinsAsNobody(realm, gateway.port, 'Alexandra')).resolves.toBe(false);
    await expect(joinsAsNobody(realm, gateway.port, 'aLEXANDRA')).resolves.toBe(false);
    await expect(joinsAsNobody(realm, gateway.port, 'sTEVE')).resolves.toBe(true);
    expect(api.asked).toEqual(['steve', 'alexandra']);
  });

  it('as an account’s when the api does not answer in time, is away, or speaks of something else', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);
    api.isMute = true;
    await expect(joinsAsNobody(realm, gateway.port, 'Steve')).resolves.toBe(false);
    await api.kill();
    await expect(joinsAsNobody(realm, gateway.port, 'Steve')).resolves.toBe(false);
    await expect(joinsAsNobody(realm, gateway.port, '../routes')).resolves.toBe(false);
    await api.listen();
    api.isMute = false;
    await expect(joinsAsNobody(realm, gateway.port, 'Steve')).resolves.toBe(true);
  });

  it('after the whole of the login has come, in however many pieces, and not longer than a handshake may take', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { HANDSHAKE_TIMEOUT_MS: '1000' });
    const start = encodeLoginStart({ name: 'Steve', rest: Buffer.from('a key') });
    const rest = Buffer.from('what follows');

    const player = await dial(gateway.port);
    player.socket.write(Buffer.concat([handshakeTo('castle.localhost', 'login'), start.subarray(0, 3)]));
    player.socket.write(Buffer.concat([start.subarray(3), rest]));
    const { wire, name } = await realm.nextArrival();
    expect(name).toBe('Steve');
    expect((await wire.readBytes(rest.length)).equals(rest)).toBe(true);
    player.socket.destroy();

    const slow = await dial(gateway.port);
    slow.socket.write(Buffer.concat([handshakeTo('castle.localhost', 'login'), start.subarray(0, 3)]));
    expect((await slow.readToEnd()).length).toBe(0);
  });
});

describe('a realm is told whose account a player is', () => {
  it('as the api says it, asked each time; of nobody who is unregistered or brings a code', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);
    api.registered.add('alexandra');
    const proxyOf = async (name: string, hostname = 'castle.localhost') => {
      const player = await joinRealm(gateway.port, hostname, {}, name);
      const { proxy } = await realm.nextArrival();
      player.socket.destroy();
      return proxy;
    };
    const account = { nickname: 'Alexandra', epoch: 7 };
    expect(await proxyOf('alexAndra')).not.toHaveProperty('account');
    api.account = account;
    expect(await proxyOf('alexAndra')).toMatchObject({ account });
    expect(await proxyOf('Steve')).not.toHaveProperty('account');
    expect(await proxyOf('Alexandra', 'k7pm3xqd.castle.localhost')).not.toHaveProperty('account');
    const joined = { realmId: 'r1', nickname: 'alexAndra', address: '127.0.0.1' };
    expect(api.joins).toEqual([joined, joined]);
    await api.kill();
    expect(await proxyOf('alexAndra')).not.toHaveProperty('account');
  });
});
