import { describe, expect, it } from 'vitest';
import { Realm, realmStatus } from './realm.ts';
import { RoutesServer } from './routes-server.ts';
import { startTestGateway } from './test-gateway.ts';
import { askStatus, loginRefusal } from '@realmkeep/testkit/wire';

const sleeping = { state: 'SLEEPING', endpoint: null } as const;
const text = (words: string) => ({ description: { text: expect.stringContaining(words) } });

describe('a realm', () => {
  it('that runs or sleeps is asked for once, however many want to know, and followed from then on', async () => {
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

  it('that was asked for on a stream that has ended is asked for on the next, and shown as it was until then', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);
    const unanswered = Promise.withResolvers<void>();
    api.beforeRouteAnswer = () => {
      api.beforeRouteAnswer = () => undefined;
      // An api that has lost the database’s notifications begins anew: all that was asked is asked again.
      api.beginAnew();
      return unanswered.promise;
    };
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    expect(api.askedRoutes.filter((address) => address === 'castle')).toHaveLength(2);
    unanswered.resolve();
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
    // It is followed again.
    api.set(realm.route());
    await expect.poll(() => askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
  });

  it('that is known is asked for after the next beginning, though its players have asked for too much', async () => {
    await using realm = await Realm.start();
    await using api = await RoutesServer.start([realm.route()]);
    await using gateway = await startTestGateway(api);
    expect(await askStatus(gateway.port, 'castle.localhost')).toEqual(realmStatus);
    api.beginAnew();
    api.set(realm.route({ state: 'STOPPED', endpoint: null }));
    // What comes after it has arrived.
    api.sendRaw(JSON.stringify({ type: 'route', route: realm.route({ realmId: 'r2', address: 'mark' }) }));
    await expect.poll(() => askStatus(gateway.port, 'mark.localhost')).toEqual(realmStatus);
    let tried = 0;
    let answers = '';
    while (!answers.includes('try again')) {
      const names = Array.from({ length: 20 }, () => `name-${(tried += 1)}.localhost`);
      answers = JSON.stringify(await Promise.all(names.map((name) => askStatus(gateway.port, name))));
    }
    await askStatus(gateway.port, 'castle.localhost');
    await expect.poll(() => api.askedRoutes.filter((address) => address === 'castle')).toHaveLength(2);
    await expect.poll(() => askStatus(gateway.port, 'castle.localhost')).toMatchObject(text('switched off'));
  });
});

describe('an api of the release before', () => {
  it('tells of what runs unasked, and what it has told since a question stands', async () => {
    await using realm = await Realm.start();
    const runs = realm.route({ realmId: 'r2', address: 'mark' });
    await using api = await RoutesServer.start([realm.route(sleeping), runs], null, { isOfBefore: true });
    await using gateway = await startTestGateway(api);
    expect(await askStatus(gateway.port, 'mark.localhost')).toEqual(realmStatus);
    const answer = Promise.withResolvers<void>();
    api.beforeRouteAnswer = (address) => (address === 'castle' ? answer.promise : undefined);
    const ping = askStatus(gateway.port, 'castle.localhost');
    await expect.poll(() => api.askedRoutes).toContain('castle');
    api.set(realm.route({ ...sleeping, name: 'Fortress' }));
    expect(await ping).toMatchObject(text('Fortress'));
    answer.resolve();
    // Asked for after that answer.
    expect(await askStatus(gateway.port, 'nobody-s.localhost')).toMatchObject(text('no realm'));
    expect(await askStatus(gateway.port, 'castle.localhost')).toMatchObject(text('Fortress'));
    expect(api.askedRoutes.filter((address) => address !== 'no-such-realm')).toEqual(['castle', 'nobody-s']);
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
