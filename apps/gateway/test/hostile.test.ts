import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeFrame, encodeLegacyPing, encodeProxyV2, encodeStatusRequest, encodeVarInt } from '@realmkeep/protocol';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, dial, handshakeTo, joinRealm } from '@realmkeep/testkit/wire';
import type { Wire } from '@realmkeep/testkit/wire';

const status = handshakeTo('castle.localhost', 'status');
const anywhere = { host: '127.0.0.1', port: 1 };

/** What a hostile client sends first; most are dropped at once, the unfinished ones at the deadline. */
const openings: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(1000)],
  ['noise', randomBytes(1000)],
  ['a web request', Buffer.from('GET / HTTP/1.1\r\nHost: castle.localhost\r\n\r\n')],
  ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex')],
  ['a frame of two megabytes', encodeVarInt(2_097_151)],
  ['a length that never ends', Buffer.alloc(64, 0xff)],
  ['an endless address', encodeFrame(0, encodeVarInt(754), encodeVarInt(0x7fffffff))],
  ['a handshake with a tail', encodeFrame(0, status.subarray(2), randomBytes(500))],
  ['half a handshake', status.subarray(0, 9)],
  ['an unknown next state', Buffer.concat([status.subarray(0, -1), Buffer.from([9])])],
  ['a megabyte after the handshake', Buffer.concat([status, randomBytes(1024 * 1024)])],
  ['ten thousand status requests', Buffer.concat([status, ...Array.from({ length: 10_000 }, encodeStatusRequest)])],
  ['a PROXY header', encodeProxyV2({ source: anywhere, destination: anywhere })],
  ['half a legacy ping', encodeLegacyPing('castle.localhost', 25_565).subarray(0, 31)],
  ['a broken legacy ping', Buffer.concat([Buffer.from('fe01fa', 'hex'), randomBytes(100)])],
  ['a login and then noise', Buffer.concat([handshakeTo('nowhere.localhost', 'login'), randomBytes(100_000)])],
];

describe('hostile clients', () => {
  it('a hundred at once leave the gateway serving, and are all gone after the deadline', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { HANDSHAKE_TIMEOUT_MS: '1000' });

    const hostile: Wire[] = [];
    for (let index = 0; index < 102; index++) {
      const [, opening] = openings[index % openings.length] ?? ['', Buffer.alloc(0)];
      const wire = await dial(gateway.port);
      wire.socket.write(opening);
      hostile.push(wire);
    }
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    const player = await joinRealm(gateway.port, 'castle.localhost');
    const arrival = await realm.nextArrival();
    await Promise.all(hostile.map((wire) => wire.readToEnd()));
    arrival.wire.socket.write('still here');
    expect((await player.readBytes(10)).toString()).toBe('still here');
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    player.socket.destroy();
  });

  it.each(openings)('%s is never relayed, and ends by the deadline', async (_, opening) => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api, { HANDSHAKE_TIMEOUT_MS: '300' });

    const wire = await dial(gateway.port);
    wire.socket.write(opening);
    const answer = await wire.readToEnd();
    expect(answer.length).toBeLessThan(1000);
    wire.socket.destroy();
  });

  it('a flood while the answer is made is not read', async () => {
    await using realm = await Realm.start();
    realm.isMute = true;
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    const wire = await dial(gateway.port);
    wire.socket.write(Buffer.concat([status, encodeStatusRequest()]));
    let length = 0;
    // Until neither the kernel nor the gateway takes any more, or the gateway has answered in words.
    while (wire.socket.writableLength < 4 * 1024 * 1024 && wire.received.length === 0) {
      length += 1024 * 1024;
      wire.socket.write(Buffer.alloc(1024 * 1024));
      await new Promise(setImmediate);
    }
    expect(wire.received.length).toBe(0);
    expect(length).toBeLessThan(64 * 1024 * 1024);
    wire.socket.destroy();
  });

  it('a handshake of one byte every 50 ms is cut off at the deadline', async () => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api, { HANDSHAKE_TIMEOUT_MS: '300' });

    const slow = await dial(gateway.port, { noDelay: true });
    let sent = 0;
    const drip = setInterval(() => slow.socket.write(status.subarray(sent, ++sent)), 50);
    expect((await slow.readToEnd()).length).toBe(0);
    clearInterval(drip);
    expect(sent).toBeLessThan(status.length);
  });
});
