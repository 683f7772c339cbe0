import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Db, openDb, openPool } from '../src/db/pool.ts';
import {
  type DueHost,
  enlistHosts,
  enterZone,
  nextDueMs,
  recordFailure,
  recordPublished,
  recordRemoved,
  takeDueHost,
} from '../src/domains/realms/dns/dns-queries.ts';
import { createTestDatabase } from './test-database.ts';

const zone = { place: 'a place', baseDomain: 'play.example.org', target: '203.0.113.7 25565' };
const published = { target: zone.target, recordId: 'an id', toIp: '203.0.113.7' };
const open: Db[] = [];

let url: string;
let db: Db;
beforeEach(async () => {
  url = await createTestDatabase();
  db = openDb(openPool(url, 10));
  open.push(db);
  await runSql(
    url,
    `insert into users (nickname, game_uuid, password_hash, language, reg_ip)
      values ('Owner', gen_random_uuid(), '', 'en', '127.0.0.1')`,
  );
  await enterZone(db, zone);
});
afterAll(() => Promise.all(open.map((each) => each.destroy())));

async function addRealms(count: number): Promise<void> {
  await runSql(
    url,
    `insert into realms (number, owner_id, name, address, world_type, map, border_diameter)
      select n, (select id from users), 'Realm ' || translate(n::text, '0123456789', 'abcdefghij'), 'R' || lpad(n::text, 5, '0'),
        'OFFICIAL', 'meadow', 500 from generate_series(1, $1::integer) n`,
    [count],
  );
  await enlistHosts(db);
}

async function takeOne(): Promise<DueHost> {
  const due = await takeDueHost(db);
  if (!due) throw new Error('nothing is due');
  return due;
}

const rows = () => runSql(url, 'select host, published, problem from dns_records');
const pass = () => runSql(url, "update dns_records set busy_until = now() - interval '1 s'");

test('of many that take a name at once, one gets each', async () => {
  await addRealms(20);
  const taken = await Promise.all(Array.from({ length: 40 }, () => takeDueHost(db)));
  const hosts = taken.flatMap((due) => due?.host ?? []);
  expect(new Set(hosts).size).toBe(hosts.length);
  for (let due = await takeDueHost(db); due; due = await takeDueHost(db)) hosts.push(due.host);
  expect(hosts.toSorted()).toEqual(
    Array.from({ length: 20 }, (_, index) => `r${String(index + 1).padStart(5, '0')}.play.example.org`),
  );
});

test('an attempt that was overtaken writes nothing', async () => {
  await addRealms(1);
  const first = await takeOne();
  await pass();
  const second = await takeOne();
  expect(second.attempt).toBe(first.attempt + 1);
  await recordPublished(db, first, published);
  await recordFailure(db, first, 'REFUSED');
  await recordRemoved(db, first);
  expect(await rows()).toEqual([{ host: first.host, published: null, problem: null }]);
  await recordPublished(db, second, published);
  expect(await rows()).toEqual([{ host: first.host, published: zone.target, problem: null }]);
  await expect(takeDueHost(db)).resolves.toBeNull();
});

test('a realm that went while its name was published is found again, and so is one that came while it was removed', async () => {
  await addRealms(1);
  const making = await takeOne();
  await runSql(url, 'update realms set deleted_at = now()');
  await recordPublished(db, making, published);
  const removing = await takeOne();
  expect([making.isWanted, removing.isWanted]).toEqual([true, false]);
  await runSql(url, 'update realms set deleted_at = null');
  await recordRemoved(db, removing);
  await enlistHosts(db);
  await expect(takeOne()).resolves.toMatchObject({ host: making.host, isWanted: true });
});

test('names from before the zone are written down once, in pieces; a later one is with its realm, and no other is looked at', async () => {
  await runSql(url, 'delete from dns_zone');
  await addRealms(3);
  expect(await rows()).toEqual([]);
  const left = () => runSql(url, 'select enlisted_after as after from dns_zone');
  await enterZone(db, zone);
  await enlistHosts(db);
  expect(await rows()).toHaveLength(3);
  expect(await left()).not.toEqual([{ after: null }]);
  await enlistHosts(db);
  await enterZone(db, zone);
  expect(await left()).toEqual([{ after: null }]);
  for (let count = 0; count < 3; count += 1) await recordPublished(db, await takeOne(), published);
  await runSql(
    url,
    "update realms set address = 'Moved' where number = 2; update realms set name = 'Other' where number = 3",
  );
  const due = [await takeOne(), await takeOne()].map(({ host, isWanted }) => `${host} ${isWanted}`);
  expect(due.toSorted()).toEqual(['moved.play.example.org true', 'r00002.play.example.org false']);
  await expect(takeDueHost(db)).resolves.toBeNull();
});

test('a name that fails is tried again ever later, and in ten minutes at the latest', async () => {
  await addRealms(1);
  const waits: number[] = [];
  for (let failures = 0; failures < 9; failures += 1) {
    await recordFailure(db, await takeOne(), 'TAKEN');
    waits.push(Math.round(((await nextDueMs(db)) ?? 0) / 1000));
    await runSql(url, 'update dns_records set next_attempt_at = now()');
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
});

test('after a change of the zone, what was known of another is forgotten; a new target changes every name', async () => {
  await addRealms(2);
  for (let count = 0; count < 2; count += 1) await recordPublished(db, await takeOne(), published);
  await enterZone(db, zone);
  await expect(takeDueHost(db)).resolves.toBeNull();
  await enterZone(db, { ...zone, target: '203.0.113.8 25565' });
  expect([await takeOne(), await takeOne()].map(({ isWanted }) => isWanted)).toEqual([true, true]);
  await enterZone(db, { ...zone, baseDomain: 'eu.example.org' });
  expect(await rows()).toEqual([]);
});
