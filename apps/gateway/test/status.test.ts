import { describe, expect, it } from 'vitest';
import { encodeLegacyPing, encodePing, encodeStatusRequest } from '@realmkeep/protocol';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, dial, handshakeTo } from '@realmkeep/testkit/wire';

function legacyText(answer: Buffer): string {
  expect(answer[0]).toBe(0xff);
  return Buffer.from(answer.subarray(3)).swap16().toString('utf16le');
}

async function legacyAnswer(port: number, request: Buffer): Promise<string> {
  const wire = await dial(port);
  wire.socket.write(request);
  const text = legacyText(await wire.readToEnd());
  wire.socket.end();
  return text;
}

describe('status', () => {
  it('asks the realm once for a hundred players, as itself', async () => {
    await using realm = await Realm.start({ proxyProtocol: true });
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { MAX_CONNECTIONS_PER_ADDRESS: '200' });

    const started = performance.now();
    const asked = Array.from({ length: 100 }, () => askStatus(gateway.port, 'castle.localhost'));
    expect(new Set((await Promise.all(asked)).map((status) => JSON.stringify(status)))).toEqual(
      new Set([JSON.stringify(realmStatus)]),
    );
    const seconds = Math.ceil((performance.now() - started) / 1000);
    expect(realm.statusRequests.length).toBeLessThanOrEqual(seconds);
    expect(new Set(realm.statusRequests)).toEqual(new Set(['LOCAL']));
  });

  it('asks again for a route that changed', async () => {
    await using first = await Realm.start();
    await using second = await Realm.start();
    await using api = await RoutesServer.start([first.route()]);
    await using gateway = await startTestGateway(api);

    await askStatus(gateway.port, 'castle.localhost');
    api.set(second.route());
    await expect
      .poll(async () => (await askStatus(gateway.port, 'castle.localhost'), second.statusRequests.length))
      .toBe(1);
  });

  it('says in words that a mute realm does not answer', async () => {
    await using realm = await Realm.start();
    realm.isMute = true;
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject({
      description: { text: 'Castle is not responding right now. Please try again in a moment.' },
    });
  });

  it('answers a ping without a status request, and a client that closes its side early', async () => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api);

    const pinging = await dial(gateway.port);
    pinging.socket.write(Buffer.concat([handshakeTo('localhost', 'status'), encodePing(-5n)]));
    expect((await pinging.readToEnd()).equals(encodePing(-5n))).toBe(true);
    pinging.socket.end();

    const hasty = await dial(gateway.port, { allowHalfOpen: true });
    hasty.socket.end(Buffer.concat([handshakeTo('localhost', 'status'), encodeStatusRequest()]));
    expect((await hasty.readToEnd()).toString()).toContain('Please type the whole address');
  });
});

describe('legacy ping', () => {
  it('with a hostname gets the status of the realm', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    const text = await legacyAnswer(gateway.port, encodeLegacyPing('Castle.localhost', 25_565));
    expect(text.split('\0')).toEqual(['§1', '127', '1.16.5', 'A castle on a hill', '2', '2']);
  });

  it('with the hostname of no realm gets words', async () => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api);

    const text = await legacyAnswer(gateway.port, encodeLegacyPing('nowhere.localhost', 25_565));
    expect(text.split('\0')[3]).toBe(
      'There is no realm at nowhere.localhost. Please check the address for a typing mistake.',
    );
  });

  it.each([
    ['bare', 'fe', 'Please type the whole address of a realm, such as name.localhost.§0§0'],
    [
      'plain',
      'fe01',
      '§1\u0000127\0Realmkeep\0Please type the whole address of a realm, such as name.localhost.\u00000\u00000',
    ],
  ])('in the %s form gets the general answer', async (_, hex, text) => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api);

    expect(await legacyAnswer(gateway.port, Buffer.from(hex, 'hex'))).toBe(text);
  });
});
