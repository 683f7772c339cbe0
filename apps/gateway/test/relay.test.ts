import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { encodeLoginDisconnect } from '@realmkeep/protocol';
import { relay } from '../src/clients/relay.ts';
import { Realm } from './realm.ts';
import type { Arrival } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import type { TestGateway } from './test-gateway.ts';
import { joinRealm, loginRefusal } from '@realmkeep/testkit/wire';
import type { Wire } from '@realmkeep/testkit/wire';

async function startPlaying(): Promise<AsyncDisposable & { gateway: TestGateway; player: Wire; arrival: Arrival }> {
  await using cleanup = new AsyncDisposableStack();
  const realm = cleanup.use(await Realm.start());
  const api = cleanup.use(await RoutesServer.start([realm.route()]));
  const gateway = cleanup.use(await startTestGateway(api));
  const player = await joinRealm(gateway.port, 'castle.localhost');
  cleanup.defer(() => void player.socket.destroy());
  const arrival = await realm.nextArrival();
  const rest = cleanup.move();
  return { gateway, player, arrival, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Once it is closed, by an error too. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

describe('relay', () => {
  it('carries megabytes both ways at once, unchanged', async () => {
    await using playing = await startPlaying();
    const { player, arrival } = playing;
    const down = randomBytes(8 * 1024 * 1024);
    const up = randomBytes(4 * 1024 * 1024);

    arrival.wire.socket.write(down);
    player.socket.write(up);
    const [atPlayer, atRealm] = await Promise.all([player.readBytes(down.length), arrival.wire.readBytes(up.length)]);
    expect([digest(atPlayer), digest(atRealm)]).toEqual([digest(down), digest(up)]);
  });

  it('stops reading from the realm while the player does not read, and loses nothing', async () => {
    await using playing = await startPlaying();
    const { player, arrival } = playing;
    player.socket.pause();
    const sent = createHash('sha256');
    let length = 0;
    // Until neither the kernel nor the gateway takes any more: what they hold is bounded.
    while (arrival.wire.socket.writableLength < 4 * 1024 * 1024) {
      const chunk = randomBytes(64 * 1024);
      sent.update(chunk);
      length += chunk.length;
      arrival.wire.socket.write(chunk);
      await new Promise(setImmediate);
    }
    expect(length).toBeLessThan(64 * 1024 * 1024);

    player.socket.resume();
    expect(digest(await player.readBytes(length))).toBe(sent.digest('hex'));
  });

  it('stops reading from the player while the realm does not read, and loses nothing', async () => {
    await using playing = await startPlaying();
    const { player, arrival } = playing;
    arrival.wire.socket.pause();
    const sent = createHash('sha256');
    let length = 0;
    while (player.socket.writableLength < 4 * 1024 * 1024) {
      const chunk = randomBytes(64 * 1024);
      sent.update(chunk);
      length += chunk.length;
      player.socket.write(chunk);
      await new Promise(setImmediate);
    }
    expect(length).toBeLessThan(64 * 1024 * 1024);

    arrival.wire.socket.resume();
    expect(digest(await arrival.wire.readBytes(length))).toBe(sent.digest('hex'));
  });

  it('lets a full realm refuse a player in its own words', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);

    const refusal = loginRefusal(gateway.port, 'castle.localhost');
    const { wire } = await realm.nextArrival();
    wire.socket.end(encodeLoginDisconnect({ text: 'All 2 slots are taken.' }));
    expect(await refusal).toBe('All 2 slots are taken.');
  });

  it('passes on the last words of a realm that is gone while the player still sends', async () => {
    await using playing = await startPlaying();
    const { player, arrival } = playing;
    const closed = once(arrival.wire.socket, 'close');
    const last = encodeLoginDisconnect({ text: 'All 2 slots are taken.' });
    arrival.wire.socket.end(last);
    arrival.wire.socket.destroySoon();
    await closed;
    player.socket.write(randomBytes(1024));
    expect((await player.readToEnd()).equals(last)).toBe(true);
  });

  it('closes one side only when one side closes', async () => {
    await using playing = await startPlaying();
    const { player, arrival } = playing;
    player.socket.allowHalfOpen = true;
    player.socket.end('bye');
    expect((await arrival.wire.readToEnd()).toString()).toBe('bye');
    arrival.wire.socket.write('not yet');
    expect((await player.readBytes(7)).toString()).toBe('not yet');
    arrival.wire.socket.end();
    await player.readToEnd();
  });

  it('forgets a player who says nothing to the realm’s end, as one who has vanished', { timeout: 30_000 }, async () => {
    await using playing = await startPlaying();
    const { player, arrival } = playing;
    player.socket.allowHalfOpen = true;
    arrival.wire.socket.end();
    await player.readToEnd();
    const refused = once(player.socket, 'error');
    // Whoever is still connected is not told that the other side is gone.
    const writing = setInterval(() => player.socket.write('x'), 500);
    expect((await refused)[0]).toMatchObject({ code: expect.stringMatching(/^(EPIPE|ECONNRESET)$/) });
    clearInterval(writing);
  });

  it('cuts off a player who takes nothing for a while, and hangs up on the realm', async () => {
    await using realm = createServer().listen(0, '127.0.0.1');
    await using door = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, '127.0.0.1');
    await Promise.all([once(realm, 'listening'), once(door, 'listening')]);
    const arrives = once(realm, 'connection') as Promise<[Socket]>;
    const comes = once(door, 'connection') as Promise<[Socket]>;
    const player = connect((door.address() as AddressInfo).port, '127.0.0.1');
    player.on('error', () => undefined);
    const [client] = await comes;
    client.on('error', () => undefined);
    const { port } = realm.address() as AddressInfo;
    expect(await relay(client, { host: '127.0.0.1', port, proxyProtocol: false }, Buffer.from('hello'), 200)).toBe(
      true,
    );
    const [socket] = await arrives;
    // It may be told so by a reset.
    socket.on('error', () => undefined);
    const hungUp = closed(socket);
    // Far more than the kernel keeps for one who does not read.
    socket.write(Buffer.alloc(64 * 1024 * 1024));
    socket.resume();
    await Promise.all([hungUp, closed(client)]);
    player.destroy();
  });

  it('hangs up on the realm when the player is cut off', async () => {
    await using playing = await startPlaying();
    const { player, arrival } = playing;
    player.socket.resetAndDestroy();
    expect((await arrival.wire.readToEnd()).length).toBe(0);
  });

  it('hangs up on the player when the realm is killed', async () => {
    await using playing = await startPlaying();
    const { player, arrival } = playing;
    arrival.wire.socket.resetAndDestroy();
    expect((await player.readToEnd()).length).toBe(0);
  });
});
