import { describe, expect, it } from 'vitest';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, loginRefusal } from '@realmkeep/testkit/wire';

const sleeping = { state: 'SLEEPING', endpoint: null } as const;
const text = (words: string) => ({ description: { text: expect.stringContaining(words) } });

describe('a realm that the stream has not told of', () => {
  it('is asked for once, however many want to know, and followed from then on', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route(sleeping)]);
    await using gateway = await startTestGateway(api);
    const asked = () => api.askedRoutes.filter((address) => address === 'castle');
    expect(asked()).toEqual([]);

    const answer = Promise.withResolvers<void>();
    api.beforeRouteAnswer = () => answer.promise;
    const pings = Array.from({ length: 20 }, () => askStatus(gateway.port, 'castle.localhost'));
    await expect.poll(asked).toEqual(['castle']);
    answer.resolve();
    for (const status of await Promise.all(pings)) expect(status).toMatchObject(text('asleep'));

    api.set(realm.route());
    await expect.poll(() => askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    api.set(realm.route({ ...sleeping, description: 'Come in' }));
    await expect.poll(() => askStatus(gateway.port, 'castle.localhost')).toMatchObject(text('Come in'));
    expect(asked()).toEqual(['castle']);
  });

  it('is not told as it was before what the stream has told since', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route(sleeping)]);
    await using gateway = await startTestGateway(api);
    const answer = Promise.withResolvers<void>();
    api.beforeRouteAnswer = (address) => (address === 'castle' ? answer.promise : undefined);
    const ping = askStatus(gateway.port, 'castle.localhost');
    await expect.poll(() => api.askedRoutes).toContain('castle');
    api.set(realm.route({ ...sleeping, name: 'Fortress' }));
    api.set(realm.route({ realmId: 'r2', address: 'mark' }));
    // What comes after it has arrived.
    await expect.poll(() => askStatus(gateway.port, 'mark.localhost')).toEqual(realmStatus);
    answer.resolve();
    expect(await ping).toMatchObject(text('Fortress'));
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject(text('Fortress'));
  });

  it('is asked for again after a stream has ended, and shown as it was last while the api does not answer', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route(sleeping)]);
    await using gateway = await startTestGateway(api);
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject(text('asleep'));
    await api.kill();
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject(text('asleep'));
    // It has been switched off meanwhile.
    api.set(realm.route({ state: 'STOPPED', endpoint: null }));
    await api.listen();
    await expect.poll(() => askStatus(gateway.port, 'castle.localhost')).toMatchObject(text('switched off'));
  });
});

describe('an address of no realm', () => {
  it('is asked for once in a while, and a realm’s as soon as one takes it', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api);
    const asked = () => api.askedRoutes.filter((address) => address === 'castle');
    // Before it follows, each is a question.
    await expect
      .poll(async () => {
        const before = asked().length;
        await loginRefusal(gateway.port, 'castle.localhost');
        return asked().length - before;
      })
      .toBe(0);
    const count = asked().length;
    expect(await loginRefusal(gateway.port, 'castle.localhost')).toContain('no realm');
    expect(asked()).toHaveLength(count);
    api.set(realm.route({ state: 'STOPPED', endpoint: null }));
    await expect.poll(() => askStatus(gateway.port, 'castle.localhost')).toMatchObject(text('switched off'));
  });

  it('is nobody’s without a question where it cannot be an address, and not asked for without end', async () => {
    await using api = await RoutesServer.start();
    await using gateway = await startTestGateway(api);
    expect(await loginRefusal(gateway.port, 'a.b.localhost')).toContain('no realm');
    expect(api.askedRoutes.filter((address) => address !== 'no-such-realm')).toEqual([]);
    // Two questions a second are allowed again meanwhile: twenty at once are more than that anywhere, until one is not asked.
    const began = performance.now();
    const asked = () => api.askedRoutes.filter((address) => address.startsWith('name-')).length;
    let tried = 0;
    let answers: unknown[] = [];
    while (asked() === tried) {
      const names = Array.from({ length: 20 }, (_, n) => `name-${tried + n}.localhost`);
      tried += names.length;
      answers = await Promise.all(names.map((name) => askStatus(gateway.port, name)));
    }
    expect(asked()).toBeLessThanOrEqual(120 * (1 + (performance.now() - began) / 60_000));
    expect(answers).toContainEqual(expect.objectContaining(text('try again')));
  });
});
