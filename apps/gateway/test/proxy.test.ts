import { join } from 'node:path';
import { connect } from 'node:net';
import { holdUnix } from '@realmkeep/sockets';
import { describe, expect, it } from 'vitest';
import { decodeLoginDisconnect, encodeProxyV2, encodeStatusRequest } from '@realmkeep/protocol';
import { Realm } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway, temporaryFolder } from './test-gateway.ts';
import { dial, handshakeTo, joinRealm, Wire } from '@realmkeep/testkit/wire';

const loginStart = Buffer.from('0700055374657665', 'hex');
const fromAfar = {
  source: { host: '203.0.113.9', port: 51_000 },
  destination: { host: '198.51.100.1', port: 25_565 },
};

describe('PROXY v2 to the realm', () => {
  it('names the true address of the player', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    const player = await joinRealm(gateway.port, 'castle.localhost', { localAddress: '127.0.0.77' });
    expect((await realm.nextArrival()).proxy).toMatchObject({
      source: { host: '127.0.0.77', port: player.socket.localPort },
      destination: { host: '127.0.0.1', port: gateway.port },
    });
    player.socket.destroy();
  });

  it('passes on the address that a trusted proxy names, and nothing that it says of the player', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    api.registered.add('steve');
    await using gateway = await startTestGateway(api, { PROXY_FROM: '192.0.2.1, 127.0.0.0/30' });

    const player = await dial(gateway.port, { localAddress: '127.0.0.2' });
    await routed(gateway.port);
    const proxy = encodeProxyV2({ ...fromAfar, unregistered: true });
    player.socket.write(Buffer.concat([proxy, handshakeTo('castle.localhost', 'login'), loginStart]));
    expect((await realm.nextArrival()).proxy).toEqual(fromAfar);
    player.socket.destroy();
  });

  it('passes on an address of IPv4 that a proxy on IPv6 names in its mapped form, and asks for its account, as IPv4', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    api.registered.add('steve');
    await using gateway = await startTestGateway(api, { PROXY_FROM: '127.0.0.2' });

    const player = await dial(gateway.port, { localAddress: '127.0.0.2' });
    await routed(gateway.port);
    const destination = { host: '2001:db8::1', port: 25_565 };
    const proxy = encodeProxyV2({ ...fromAfar, destination });
    player.socket.write(Buffer.concat([proxy, handshakeTo('castle.localhost', 'login'), loginStart]));
    expect((await realm.nextArrival()).proxy).toEqual({ ...fromAfar, destination });
    expect(api.joins).toEqual([expect.objectContaining({ address: fromAfar.source.host })]);
    player.socket.destroy();
  });

  it('names the proxy itself after LOCAL', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { PROXY_FROM: '127.0.0.2' });

    const player = await dial(gateway.port, { localAddress: '127.0.0.2' });
    await routed(gateway.port);
    player.socket.write(Buffer.concat([encodeProxyV2('LOCAL'), handshakeTo('castle.localhost', 'login'), loginStart]));
    expect((await realm.nextArrival()).proxy).toMatchObject({ source: { host: '127.0.0.2' } });
    player.socket.destroy();
  });
});

describe('a PROXY header', () => {
  it('of version 1 counts as well, which is all that nginx sends', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { PROXY_FROM: '127.0.0.2' });

    const player = await dial(gateway.port, { localAddress: '127.0.0.2' });
    await routed(gateway.port);
    const line = Buffer.from('PROXY TCP4 203.0.113.9 198.51.100.1 51000 25565\r\n');
    player.socket.write(Buffer.concat([line, handshakeTo('castle.localhost', 'login'), loginStart]));
    expect((await realm.nextArrival()).proxy).toMatchObject(fromAfar);
    player.socket.destroy();
  });

  it('that is refused, and one that is missing, are said once of each sender', async () => {
    const lines: string[] = [];
    await using api = await RoutesServer.start();
    const logTo = (line: string) => void lines.push(line);
    await using gateway = await startTestGateway(api, { PROXY_FROM: '127.0.0.2', LOG_LEVEL: 'warn' }, { logTo });

    for (const localAddress of ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3']) {
      const isNamed = localAddress === '127.0.0.2';
      const wire = await dial(gateway.port, { localAddress });
      wire.socket.write(isNamed ? handshakeTo('localhost', 'status') : encodeProxyV2(fromAfar));
      expect((await wire.readToEnd()).length).toBe(0);
    }
    expect(lines.map((line) => (JSON.parse(line) as { from: string; msg: string }).from)).toEqual([
      '127.0.0.2',
      '127.0.0.3',
    ]);
    expect(lines[0]).toContain('PROXY_FROM or PROXY_SOCKETS lets it in, but it sent no PROXY header');
    expect(lines[1]).toContain('an address that PROXY_FROM does not name');
  });
});

describe("the proxies' own socket", () => {
  it('is believed, and a program that comes to the port is not', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'game.sock');
    const { fd } = holdUnix(path, { mode: 0o600 });
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { GAME_PROXY_FD: String(fd) });
    const login = Buffer.concat([handshakeTo('castle.localhost', 'login'), loginStart]);

    for (const [header, proxy] of [
      [fromAfar, fromAfar],
      ['LOCAL', { source: { host: '0.0.0.0' } }],
    ] as const) {
      const player = connect(path);
      player.write(Buffer.concat([encodeProxyV2(header), login]));
      expect((await realm.nextArrival()).proxy).toMatchObject(proxy);
      player.destroy();
    }
    const bare = new Wire(connect(path));
    bare.socket.write(login);
    expect((await bare.readToEnd()).length).toBe(0);
    const forger = await dial(gateway.port);
    forger.socket.write(Buffer.concat([encodeProxyV2(fromAfar), login]));
    expect((await forger.readToEnd()).length).toBe(0);
  });
});

describe('PROXY v2 from a client', () => {
  it('is garbage when the client is not trusted', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    const spoof = await dial(gateway.port);
    spoof.socket.write(Buffer.concat([encodeProxyV2(fromAfar), handshakeTo('castle.localhost', 'login'), loginStart]));
    expect((await spoof.readToEnd()).length).toBe(0);
  });

  it('is due from a trusted proxy', async () => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api, { PROXY_FROM: '127.0.0.0/8' });

    const bare = await dial(gateway.port);
    bare.socket.write(Buffer.concat([handshakeTo('localhost', 'status'), encodeStatusRequest()]));
    expect((await bare.readToEnd()).length).toBe(0);
  });

  it('gives each address behind one proxy its own limits', async () => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api, { PROXY_FROM: '127.0.0.2', MAX_LOGINS_PER_MINUTE: '1' });
    async function refusalFor(host: string): Promise<string> {
      const wire = await dial(gateway.port, { localAddress: '127.0.0.2' });
      const proxy = encodeProxyV2({ ...fromAfar, source: { host, port: 50_000 } });
      wire.socket.write(Buffer.concat([proxy, handshakeTo('localhost', 'login'), loginStart]));
      const json = decodeLoginDisconnect(await wire.readFrame());
      wire.socket.end();
      return json;
    }

    expect(await refusalFor('203.0.113.1')).toContain('whole address');
    expect(await refusalFor('203.0.113.2')).toContain('whole address');
    expect(await refusalFor('203.0.113.1')).toContain('Too many attempts');
    expect(await refusalFor('2001:db8:0:1::1')).toContain('whole address');
    expect(await refusalFor('2001:db8:0:1::2')).toContain('Too many attempts');
    expect(await refusalFor('2001:db8:0:2::1')).toContain('whole address');
  });
});

/** Waits until an address that is no proxy sees the routes. */
async function routed(port: number): Promise<void> {
  await expect
    .poll(async () => {
      const wire = await dial(port, { localAddress: '127.0.0.9' });
      wire.socket.write(Buffer.concat([handshakeTo('castle.localhost', 'status'), encodeStatusRequest()]));
      const { body } = await wire.readFrame();
      wire.socket.destroy();
      return body.toString();
    })
    .toContain('A castle');
}
