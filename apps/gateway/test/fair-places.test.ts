import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { encodeLoginStart, encodeProxyV2 } from '@realmkeep/protocol';
import { askStatus, dial, handshakeTo, joinRealm, Wire } from '@realmkeep/testkit/wire';
import { holdUnix } from '@realmkeep/sockets';
import { describe, expect, it } from 'vitest';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway, temporaryFolder } from './test-gateway.ts';

/** Both ends of a player's connection that is relayed. */
interface Player {
  client: Wire;
  server: Wire;
}

// The last check of the routes at the start may still hold a place, of 127.0.0.1: it gives way to whoever comes from that network.
describe('where all places are taken', () => {
  it('the largest network gives one to a newcomer of another, and gets none itself', async () => {
    const lines: string[] = [];
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    const logTo = (line: string) => void lines.push(line);
    await using gateway = await startTestGateway(api, { MAX_CONNECTIONS: '4' }, { logTo });
    const join = (localAddress: string) => joinAs(realm, gateway.port, localAddress);

    const [first, second, third, fourth] = [
      await join('127.0.0.2'),
      await join('127.0.0.3'),
      await join('127.0.0.4'),
      await join('127.0.0.5'),
    ];
    await isRefused(await joinRealm(gateway.port, 'castle.localhost', { localAddress: '127.0.0.6' }));
    expect(await areOn([fourth])).toBe(true);

    const guest = await join('127.0.1.1');
    await isRefused(fourth.client);
    await fourth.server.readToEnd();
    expect(await askStatus(gateway.port, 'castle.localhost', { localAddress: '127.0.2.1' })).toEqual(realmStatus);
    await isRefused(third.client);
    expect(await areOn([first, second, guest])).toBe(true);

    await gateway.close();
    const { connections } = JSON.parse(lines.at(-1) ?? '') as { connections: Record<string, number> };
    expect(connections).toMatchObject({ relayed: 5, refusedByTotal: 1, relayedGaveWay: 2 });
  });

  it('nobody of a network that holds less than another is ended, and equals do not end each other', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { MAX_CONNECTIONS: '8' });
    const join = (localAddress: string) => joinAs(realm, gateway.port, localAddress);
    const refuse = async (localAddress: string) =>
      isRefused(await joinRealm(gateway.port, 'castle.localhost', { localAddress }));

    const honest = [await join('127.0.1.1'), await join('127.0.1.2'), await join('127.0.1.3')];
    const hostile: Player[] = [];
    for (let n = 2; n < 7; n += 1) hostile.push(await join(`127.0.0.${n}`));
    const others = [await join('127.0.2.1'), await join('127.0.2.2')];
    for (const player of hostile.slice(3)) await isRefused(player.client);

    // Three, three and two: each has its share.
    for (const network of ['127.0.0', '127.0.1', '127.0.2']) await refuse(`${network}.9`);
    expect(await areOn([...honest, ...hostile.slice(0, 3), ...others])).toBe(true);
  });

  it('addresses of one /48 of IPv6, as a proxy names them, are one network', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'game.sock');
    const { fd } = holdUnix(path, { mode: 0o600 });
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using _gateway = await startTestGateway(api, { MAX_CONNECTIONS: '3', GAME_PROXY_FD: String(fd) });
    const come = (host: string) => comeByProxy(path, host);
    const enter = async (host: string) => arrive(realm, await come(host));

    const [first, second] = [await enter('2001:db8:1:1::1'), await enter('2001:db8:1:2::1')];
    const neighbour = await enter('127.0.0.2');
    const guest = await enter('2001:db8:2::1');
    await isRefused(second.client);
    await isRefused(await come('2001:db8:1:3::1'));
    expect(await areOn([first, neighbour, guest])).toBe(true);
  });

  it('a proxy that has not said yet whom it brings ends nobody', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'game.sock');
    const { fd } = holdUnix(path, { mode: 0o600 });
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { MAX_CONNECTIONS: '2', GAME_PROXY_FD: String(fd) });

    const first = await joinAs(realm, gateway.port, '127.0.0.2');
    const second = await joinAs(realm, gateway.port, '127.0.0.3');
    const silent = new Wire(connect(path));
    await once(silent.socket, 'connect');
    // By then the gateway has it: whoever came later on the same socket has been served.
    await isRefused(await comeByProxy(path, '127.0.0.4'));
    expect(await areOn([first, second])).toBe(true);
    expect(silent.isEnded).toBe(false);
    silent.socket.destroy();
  });

  it('who makes way for their own address costs no other network a place', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    const limits = { MAX_CONNECTIONS: '6', MAX_CONNECTIONS_PER_ADDRESS: '2' };
    await using gateway = await startTestGateway(api, limits);

    const players: Player[] = [];
    for (let n = 2; n < 6; n += 1) players.push(await joinAs(realm, gateway.port, `127.0.0.${n}`));
    const localAddress = '127.0.1.1';
    const silent = [await dial(gateway.port, { localAddress }), await dial(gateway.port, { localAddress })];
    expect(await askStatus(gateway.port, 'castle.localhost', { localAddress })).toEqual(realmStatus);
    expect(await askStatus(gateway.port, 'castle.localhost', { localAddress })).toEqual(realmStatus);
    await isRefused(silent[0]);
    expect(await areOn(players)).toBe(true);
  });
});

describe('a good PROXY header', () => {
  it('is not called refused when nothing follows it', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'game.sock');
    const { fd } = holdUnix(path, { mode: 0o600 });
    const lines: string[] = [];
    await using api = await RoutesServer.start();
    const logTo = (line: string) => void lines.push(line);
    const settings = { GAME_PROXY_FD: String(fd), MAX_CONNECTIONS_PER_ADDRESS: '1' };
    await using gateway = await startTestGateway(api.url, settings, { logTo });

    const silent = [await proxied(path, '203.0.113.9'), await proxied(path, '203.0.113.9')];
    await Promise.race(silent.map(isRefused));
    for (const { socket } of silent) socket.end();
    await Promise.all(silent.map(isRefused));
    await gateway.close();
    const { connections } = JSON.parse(lines.at(-1) ?? '') as { connections: Record<string, number> };
    expect(connections).toMatchObject({ gaveWay: 1, hungUp: 1 });
    expect(lines.join()).not.toContain('PROXY header');
  });
});

async function joinAs(realm: Realm, port: number, localAddress: string): Promise<Player> {
  return arrive(realm, await joinRealm(port, 'castle.localhost', { localAddress }));
}

/** @throws Error when the gateway ends it before it has come as far as the realm */
async function arrive(realm: Realm, client: Wire): Promise<Player> {
  const end = client.readToEnd().then(() => Promise.reject(new Error('ended before it came to the realm')));
  const { wire } = await Promise.race([realm.nextArrival(), end]);
  return { client, server: wire };
}

/** A connection on the proxies' own socket that has brought somebody, who has said nothing. */
async function proxied(path: string, host: string): Promise<Wire> {
  const wire = new Wire(connect(path));
  await once(wire.socket, 'connect');
  const end = { host, port: 51_000 };
  wire.socket.write(encodeProxyV2({ source: end, destination: { ...end, port: 25_565 } }));
  return wire;
}

/** The same with a login. */
async function comeByProxy(path: string, host: string): Promise<Wire> {
  const wire = await proxied(path, host);
  wire.socket.write(handshakeTo('castle.localhost', 'login'));
  wire.socket.write(encodeLoginStart({ name: 'Steve', rest: Buffer.alloc(0) }));
  return wire;
}

/** It has ended, without a word. */
async function isRefused(client: Wire | undefined): Promise<void> {
  expect((await client?.readToEnd())?.toString()).toBe('');
}

/** Whether the realm still reaches each of them. @throws Error when one has been ended */
async function areOn(players: Player[]): Promise<boolean> {
  for (const { server } of players) server.socket.write('still here');
  const heard = await Promise.all(players.map(({ client }) => client.readBytes(10)));
  return heard.every((bytes) => bytes.toString() === 'still here');
}
