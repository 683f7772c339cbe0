import { once } from 'node:events';
import { plainSettings } from '@realmkeep/realm-protocol';
import { expect, test } from 'vitest';
import { hears, joinBot, kickReason } from './bots.ts';
import { connectThroughProxy, makeRealmFolder, startRealm, until } from './realm-process.ts';

test('a realm says since when nobody is on', async () => {
  const before = Date.now();
  const realm = await startRealm(makeRealmFolder());
  const { emptySince: first } = await realm.stateWhere(({ phase }) => phase === 'READY');
  expect(first).toBeGreaterThanOrEqual(before);
  expect(first).toBeLessThanOrEqual(Date.now());

  const ada = await joinBot(realm.gameSocket, 'Ada');
  await realm.stateWhere(({ players, emptySince }) => players.length === 1 && emptySince === null);
  const bob = await joinBot(realm.gameSocket, 'Bob');
  ada.end();
  await realm.stateWhere(({ players }) => players.length === 1);
  expect((await realm.state()).emptySince).toBeNull();
  const left = Date.now();
  bob.end();
  const { emptySince } = await realm.stateWhere(({ players }) => players.length === 0);
  expect(emptySince).toBeGreaterThanOrEqual(left);
});

test('it ends when it is asked to if nobody is on, and not while somebody is or is about to be', async () => {
  const realm = await startRealm(makeRealmFolder());
  const stopIfEmpty = async (): Promise<number> => (await realm.call('POST', '/stop-if-empty')).status;

  const ada = await joinBot(realm.gameSocket, 'Ada');
  expect(await stopIfEmpty()).toBe(409);
  // It is not known yet whether a connection is a player's.
  const coming = await connectThroughProxy(realm.gameSocket);
  ada.end();
  await realm.stateWhere(({ players }) => players.length === 0);
  expect(await stopIfEmpty()).toBe(409);
  expect((await realm.state()).phase).toBe('READY');

  coming.destroy();
  await until(async () => ((await stopIfEmpty()) === 202 ? true : null));
  expect(await realm.ended()).toMatchObject({ code: 0 });
});

test('of those who come as it is asked, each comes in or finds it closed, and nobody is thrown out', async () => {
  const realm = await startRealm(makeRealmFolder({ slots: null }));
  const players = Array.from({ length: 8 }, async (_, n) => {
    const bot = await joinBot(realm.gameSocket, `Player_${n}`).catch(() => null);
    if (bot) await once(bot, 'physicsTick');
    return bot !== null;
  });
  // One after another: of a realm that has agreed to end, another call would only learn that its process is gone.
  const askUntilItEnds = async (): Promise<boolean> => {
    for (let n = 0; n < 5; n += 1) if ((await realm.call('POST', '/stop-if-empty')).status === 202) return true;
    return false;
  };
  const [ends, ...joined] = await Promise.all([askUntilItEnds(), ...players]);
  const inside = joined.filter(Boolean).length;
  expect(inside).toBe(ends ? 0 : players.length);
});

test('a realm that its plan shuts down warns of it, and says why at the end', async () => {
  const realm = await startRealm(makeRealmFolder());
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const plan = (change: object) => realm.call('PATCH', '/settings', { plan: { ...plainSettings.plan, ...change } });
  // A minute that begins soon, but not before the realm knows of it, which is certain once it has answered.
  const planSoon = async (change: (ms: number, now: number) => object) => {
    const now = Date.now();
    for (let ms = 500; ; ms *= 4) {
      await plan(change(ms, now));
      if (Date.now() < now + ms) return;
    }
  };
  const warned = hears(ada, 'Minutes until it closes: 1.');
  await planSoon((ms, now) => ({ closesAt: now + 60_000 + ms }));
  await warned;

  const alone = hears(ada, 'Minutes until this server closes: 5.');
  await planSoon((ms) => ({ unmanagedMs: 5 * 60_000 + ms }));
  const { unmanagedSince } = await realm.state();
  expect(unmanagedSince).toBeLessThanOrEqual(Date.now());
  await alone;
  for (const wrong of [
    { closesAt: -1 },
    { unmanagedMs: 'soon' },
    { advertised: 'x y' },
    { advertised: '§4x' },
    { editBlocks: 1e9 },
  ]) {
    expect((await plan(wrong)).status).toBe(400);
  }

  await plan({ closesAt: Date.now() });
  const reason = kickReason(ada);
  await realm.call('POST', '/stop');
  expect(await reason).toContain('Join again to restart it.');
  expect(await realm.ended()).toMatchObject({ code: 0 });
});
