import type { Realm, RealmHistory, RealmLive, RealmSummary } from '@realmkeep/contract';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { applyLiveMessage, applyPower, clearLive, listsWithNewerLive, withNewerLive } from './live-cache.ts';
import { keys } from './query-keys.ts';

const id = 'b1a7f6d2-6f5e-4a53-9a3e-1c7f0f4f2f10';
const otherId = 'c1a7f6d2-6f5e-4a53-9a3e-1c7f0f4f2f10';

const off: RealmLive = {
  id,
  status: 'OFF',
  phase: 'OFF',
  slots: 2,
  players: [],
  worlds: [],
  tps: null,
  cpu: null,
  memoryBytes: null,
  memoryLimitBytes: 1000,
  queue: null,
  startedAt: null,
  closesAt: null,
  lostSince: null,
  unsavedSince: null,
  outOfRoomAt: null,
  crash: null,
};
const ready: RealmLive = {
  ...off,
  status: 'ON',
  phase: 'READY',
  players: [{ nickname: 'Ann', uuid: otherId, world: 'overworld' }],
  worlds: [{ name: 'overworld', players: 1 }],
};

const realm = { id, name: 'Keep', status: 'OFF', slots: 2, live: off } as Realm;
const summary = { id, name: 'Keep', status: 'OFF', phase: 'OFF', players: 0, slots: 2 } as RealmSummary;
const lists = { owned: [summary, { ...summary, id: otherId }], partnered: [], partneredTotal: 0 };

let queries: QueryClient;
beforeEach(() => {
  clearLive();
  queries = new QueryClient();
  queries.setQueryData(keys.realm(id), realm);
  queries.setQueryData(keys.realm(otherId), { ...realm, id: otherId });
  queries.setQueryData(keys.realms, lists);
  queries.setQueryData(keys.possibility, { possible: true });
});

const invalid = () =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey);

test('a live state reaches the realm and its line in the list, and no other', () => {
  applyLiveMessage(queries, { type: 'realmLive', realm: ready, sample: null });
  expect(queries.getQueryData(keys.realm(id))).toEqual({ ...realm, status: 'ON', live: ready });
  expect(queries.getQueryData(keys.realm(otherId))).toMatchObject({ live: off });
  expect(queries.getQueryData(keys.realms)).toEqual({
    owned: [{ ...summary, status: 'ON', phase: 'READY', players: 1 }, lists.owned[1]],
    partnered: [],
    partneredTotal: 0,
  });
  expect(invalid()).toEqual([]);
});

test('a live state of a realm that has not been fetched makes up nothing', () => {
  queries.clear();
  applyLiveMessage(queries, { type: 'realmLive', realm: ready, sample: null });
  expect(queries.getQueryCache().getAll()).toEqual([]);
});

test('a changed realm invalidates itself, the list and the possibility, and no other realm', () => {
  applyLiveMessage(queries, { type: 'realmChanged', id });
  expect(invalid()).toEqual([keys.realm(id), keys.realms, keys.possibility]);
});

test('a new connection invalidates every realm, for nobody saw what happened meanwhile', () => {
  applyLiveMessage(queries, { type: 'ready' });
  expect(invalid()).toEqual([keys.realm(id), keys.realm(otherId), keys.realms]);
});

test('an answer that was asked for before a live state came does not undo it', () => {
  const before = performance.now();
  applyLiveMessage(queries, { type: 'realmLive', realm: ready, sample: null });
  expect(withNewerLive(realm, before).live.phase).toBe('READY');
  expect(listsWithNewerLive(lists, before).owned.map(({ phase }) => phase)).toEqual(['READY', 'OFF']);
  const after = performance.now() + 1;
  expect(withNewerLive(realm, after)).toBe(realm);
  expect(listsWithNewerLive(lists, after)).toEqual(lists);
});

const { players: _, worlds: __, tps: ___, slots: ____, ...info } = { ...off, status: 'ON', phase: 'QUEUED' } as const;

test('the answer to a change of power does not undo what the socket has said since', () => {
  const asked = performance.now();
  applyLiveMessage(queries, { type: 'realmLive', realm: ready, sample: null });
  applyPower(queries, info, asked);
  expect(queries.getQueryData(keys.realm(id))).toMatchObject({ live: { phase: 'READY' } });
  expect(queries.getQueryData(keys.realms)).toMatchObject({ owned: [{ phase: 'READY' }, { phase: 'OFF' }] });
});

test('the answer to a change of power shows in the realm and the list', () => {
  applyPower(queries, info, performance.now());
  expect(queries.getQueryData(keys.realm(id))).toMatchObject({ status: 'ON', live: { phase: 'QUEUED', players: [] } });
  expect(queries.getQueryData(keys.realms)).toMatchObject({ owned: [{ phase: 'QUEUED' }, { phase: 'OFF' }] });
});

const sample = (at: number, players: number) => ({ at, players, tps: null, cpu: 0.1, memoryBytes: 1 });

test('samples join the last hour that has been fetched, each step once, and push the oldest out', () => {
  const tell = (at: number, players: number) =>
    applyLiveMessage(queries, { type: 'realmLive', realm: ready, sample: sample(at, players) });
  const samples = () => queries.getQueryData<RealmHistory>(keys.history(id))?.samples;
  tell(10_000, 1);
  expect(samples()).toBeUndefined();

  queries.setQueryData(keys.history(id), { id, now: 0, since: 0, samples: [sample(10_000, 1), sample(20_000, 1)] });
  tell(20_000, 2);
  tell(30_000, 3);
  expect(samples()?.map(({ at, players }) => [at, players])).toEqual([
    [10_000, 1],
    [20_000, 2],
    [30_000, 3],
  ]);
  tell(3_610_000, 4);
  expect(samples()?.map(({ at }) => at)).toEqual([20_000, 30_000, 3_610_000]);
  applyLiveMessage(queries, { type: 'ready' });
  expect(invalid()).toContainEqual(keys.history(id));
});
