import { describe, expect, it } from 'vitest';
import { Realm } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, joinRealm, loginRefusal } from '@realmkeep/testkit/wire';

const host = 'castle.localhost';

/** A realm that runs, and a gateway that is told that it sleeps. */
async function startSleeping(fields: Parameters<Realm['route']>[0] = {}, options: { holdMs?: number } = {}) {
  await using cleanup = new AsyncDisposableStack();
  const realm = cleanup.use(await Realm.start({ proxyProtocol: true }));
  const sleeping = realm.route({ state: 'SLEEPING', endpoint: null, ...fields });
  const api = cleanup.use(await RoutesServer.start([sleeping]));
  const { port } = cleanup.use(await startTestGateway(api, {}, options));
  const rest = cleanup.move();
  const become = (state: 'READY' | 'STARTING' | 'SLEEPING' | 'STOPPED' | 'FAILED') =>
    api.set(realm.route({ ...fields, state, endpoint: state === 'READY' ? realm.route().endpoint : null }));
  return { realm, api, port, become, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

describe('a realm that sleeps', () => {
  it('is woken by a player who joins, who waits and gets in with everything already sent', async () => {
    await using place = await startSleeping();
    place.api.onWake = () => place.become('STARTING');
    const player = await joinRealm(place.port, host, {}, 'Alexandra');
    await expect.poll(() => place.api.wakes).toEqual([{ realmId: 'r1', nickname: 'Alexandra', address: '127.0.0.1' }]);
    player.socket.write('what follows');
    place.become('READY');
    const arrival = await place.realm.nextArrival();
    expect(arrival).toMatchObject({ name: 'Alexandra', handshake: { serverAddress: host } });
    expect((await arrival.wire.readBytes(12)).toString()).toBe('what follows');
    player.socket.destroy();
  });

  it('is not woken by looks at the list, modern or legacy', async () => {
    await using place = await startSleeping();
    for (let look = 0; look < 5; look += 1) {
      expect(await askStatus(place.port, host)).toMatchObject({
        description: { text: 'Castle is asleep. Join it, and it wakes up.' },
      });
    }
    expect(place.api.wakes).toEqual([]);
  });

  it('is woken once by many who come at once, and all come in', async () => {
    await using place = await startSleeping();
    place.api.wakeAnswer = null;
    const names = Array.from({ length: 20 }, (_, n) => `Player_${n}`);
    const players = await Promise.all(names.map((name) => joinRealm(place.port, host, {}, name)));
    await expect.poll(() => place.api.wakes.length).toBe(1);
    place.become('READY');
    // The question is still open; the route says enough to whoever comes now.
    players.push(await joinRealm(place.port, host, {}, 'Late'));
    // And to those whose login was still on its way.
    const came: string[] = [];
    while (came.at(-1) !== 'Late') came.push((await place.realm.nextArrival()).name);
    expect(names).toEqual(expect.arrayContaining(came.slice(0, -1)));
    for (const { socket } of players) socket.destroy();
  });

  it('is woken again when it falls asleep before the player is in', async () => {
    await using place = await startSleeping({ state: 'STARTING' });
    const player = await joinRealm(place.port, host);
    place.become('SLEEPING');
    await expect.poll(() => place.api.wakes.length).toBe(1);
    place.become('STARTING');
    place.become('SLEEPING');
    await expect.poll(() => place.api.wakes.length).toBe(2);
    place.become('READY');
    expect((await place.realm.nextArrival()).name).toBe('Steve');
    player.socket.destroy();
  });

  it.each([
    ['refused', 'Castle is asleep. Its owner or a co-owner can wake it on the website.'],
    ['limited', 'Castle was woken too often. Its owner can wake it on the website; others can in an hour.'],
  ] as const)('says so to whom it is %s', async (answer, sentence) => {
    await using place = await startSleeping({ wakers: 'MANAGERS' });
    place.api.wakeAnswer = answer;
    expect(await loginRefusal(place.port, host)).toBe(sentence);
  });

  it('is not woken by one address without end', async () => {
    await using place = await startSleeping({ wakers: 'MANAGERS' });
    place.api.wakeAnswer = 'refused';
    const refusals = await Promise.all(Array.from({ length: 15 }, () => loginRefusal(place.port, host)));
    expect(refusals.filter((text) => text.startsWith('Too many attempts'))).toHaveLength(5);
    expect(place.api.wakes).toHaveLength(10);
  });

  it('stays asleep while the api is away, and says so', async () => {
    await using place = await startSleeping();
    // Somebody has looked at it, so it is known.
    await askStatus(place.port, host);
    await place.api.kill();
    expect(await loginRefusal(place.port, host)).toContain('is not responding right now');
  });
});

describe('a realm that starts', () => {
  it.each([
    ['STOPPED', 'switched off'],
    ['FAILED', 'could not start'],
  ] as const)('tells those who wait when it comes to be %s', async (state, words) => {
    await using place = await startSleeping({}, { holdMs: 60_000 });
    place.api.onWake = () => place.become(state);
    expect(await loginRefusal(place.port, host)).toContain(words);
  });

  it('tells them to come again before their clients give up', async () => {
    await using place = await startSleeping({}, { holdMs: 1_000 });
    place.api.onWake = () => place.become('STARTING');
    expect(await loginRefusal(place.port, host)).toBe('Castle is starting. Please try again in a few seconds.');
  });

  it('lets go of one who does not wait', async () => {
    await using place = await startSleeping({}, { holdMs: 60_000 });
    const player = await joinRealm(place.port, host);
    await expect.poll(() => place.api.wakes.length).toBe(1);
    player.socket.end();
    expect((await player.readToEnd()).length).toBe(0);
    place.become('READY');
    const next = await joinRealm(place.port, host, {}, 'Next');
    expect((await place.realm.nextArrival()).name).toBe('Next');
    next.socket.destroy();
  });
});
