import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { becomes } from '@realmkeep/testkit/becomes';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { type Db, openDb, openPool } from '../src/db/pool.ts';
import { beforeClaimsLock, leadLock } from '../src/domains/realms/reconciler/lead.ts';
import { JobWorker, type Lead } from '../src/domains/worlds/job-worker.ts';
import { TurnLost, WorkClaims } from '../src/domains/worlds/work-claims.ts';
import { createTestDatabase } from './test-database.ts';

const log = pino({ level: 'silent' });
let url: string;
let db: Db;
let leader: Client;
let one: WorkClaims;
let other: WorkClaims;
beforeAll(async () => {
  url = await createTestDatabase();
  db = openDb(openPool(url));
  leader = new Client({ connectionString: url });
  await leader.connect();
  await leader.query('select pg_advisory_lock_shared($1), pg_advisory_lock($2)', [beforeClaimsLock, leadLock]);
  one = new WorkClaims({ db, log }, url);
  other = new WorkClaims({ db, log }, url);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await leader.end();
  await db.destroy();
});

async function takeIt(claims = one) {
  const turn = randomUUID();
  const claim = await claims.take('BACKUP', turn);
  if (!claim) throw new Error('It was not free');
  return { turn, claim };
}
const make = (turn: string, change: string) => leader.query(`update work_claims set ${change} where turn = $1`, [turn]);
/** Ends the session, as the server does after a silence. */
const endSessionOf = (turn: string) =>
  leader.query(
    `select pg_terminate_backend(pid) from pg_locks join work_claims on objid = session::oid
      where locktype = 'advisory' and objsubid = 2 and turn = $1`,
    [turn],
  );
const expire = (turn: string) => make(turn, "claimed_until = now() - interval '1 s'");

test('a turn is one process’s, and of many that begin at once one gets it', async () => {
  const turn = randomUUID();
  const taken = await Promise.all([one, other, one, other].map((claims) => claims.take('BACKUP', turn)));
  expect(new Set(taken.map((claim, index) => (claim ? index % 2 : null)).filter((who) => who !== null)).size).toBe(1);
  const [owner, stranger] = (taken[0] ?? taken[2]) ? [one, other] : [other, one];
  expect((await stranger.look('BACKUP'))?.taken).toContain(turn);
  expect((await owner.look('BACKUP'))?.taken).not.toContain(turn);
  expect((await stranger.look('KERNEL'))?.taken).not.toContain(turn);
  await owner.release('BACKUP', turn);
  expect(await stranger.take('BACKUP', turn)).not.toBeNull();
  await stranger.release('BACKUP', turn);
});

test('a claim that is over is another’s to take, once a transaction ends that was begun with it', async () => {
  const { turn, claim } = await takeIt();
  await expire(turn);
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const held = db.transaction().execute(async (tx) => {
    await claim.hold(tx);
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  const taken = other.take('BACKUP', turn);
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await leader.query<{ count: number }>(waiting)).rows[0]?.count).toBe(1);
  goOn.resolve();
  await held;
  expect(await taken).not.toBeNull();
  await expect(db.transaction().execute((tx) => claim.hold(tx))).rejects.toThrow('another process has the work');
  expect(claim.lost.aborted).toBe(true);
  await other.release('BACKUP', turn);
});

test('a claim of a process whose session is gone is another’s at once', async () => {
  const gone = new WorkClaims({ db, log }, url);
  const { turn, claim } = await takeIt(gone);
  expect(await other.take('BACKUP', turn)).toBeNull();
  await endSessionOf(turn);
  await becomes(() => other.take('BACKUP', turn)).not.toBeNull();
  expect(claim.hasTurn()).toBe(false);
  await other.release('BACKUP', turn);
  await gone.close();
});

test('a transaction that holds one claim keeps no other from being renewed', async () => {
  const [{ turn: held, claim }, { turn }] = [await takeIt(), await takeIt()];
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (tx) => {
    await claim.hold(tx);
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  const until = async () =>
    (await leader.query<{ at: string }>('select claimed_until::text as at from work_claims where turn = $1', [turn]))
      .rows[0]?.at;
  // The first renewal may have been under way already.
  for (let beat = 0; beat < 2; beat += 1) await becomes(until).not.toBe(await until());
  goOn.resolve();
  await transaction;
  await Promise.all([one.release('BACKUP', held), one.release('BACKUP', turn)]);
});

test('whoever hears that a claim is gone ends', async () => {
  const { turn, claim } = await takeIt();
  await make(turn, 'owner = gen_random_uuid()');
  if (!claim.lost.aborted) await once(claim.lost, 'abort');
  expect(claim.hasTurn()).toBe(false);
});

test('whoever was stopped for longer than a claim is believed knows at once', async () => {
  const { turn, claim } = await takeIt();
  expect(claim.hasTurn()).toBe(true);
  const steady = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(steady + 8_000);
  expect(claim.hasTurn()).toBe(false);
  expect(claim.lost.aborted).toBe(true);
  await one.release('BACKUP', turn);
});

test('no api of before there were claims leads while there is one, and while it leads nobody begins or writes', async () => {
  const [here, there] = [new WorkClaims({ db, log }, url), new WorkClaims({ db, log }, url)];
  const { turn, claim } = await takeIt(here);
  const before = new Client({ connectionString: url });
  await before.connect();
  const leads = async () =>
    (await before.query<{ given: boolean }>('select pg_try_advisory_lock($1) as given', [beforeClaimsLock])).rows[0]
      ?.given;
  // Nobody leads: otherwise the waiting api would take the lead and continue the work in progress.
  await leader.query('select pg_advisory_unlock_shared($1), pg_advisory_unlock($2)', [beforeClaimsLock, leadLock]);
  expect(await leads()).toBe(false);
  await db.transaction().execute((tx) => claim.hold(tx));
  await endSessionOf(turn);
  // Leaders of the other tests end when they have nothing to do.
  await becomes(leads).toBe(true);
  expect(claim.hasTurn()).toBe(false);
  await expect(db.transaction().execute((tx) => claim.hold(tx))).rejects.toThrow(TurnLost);
  expect(await there.look('BACKUP')).toBeNull();
  expect(await there.take('BACKUP', turn)).toBeNull();
  await before.end();
  await leader.query('select pg_advisory_lock_shared($1), pg_advisory_lock($2)', [beforeClaimsLock, leadLock]);
  expect(await there.take('BACKUP', turn)).not.toBeNull();
  await Promise.all([here.close(), there.close()]);
});

test('what a worker does in a transaction is undone where another process has the work', async () => {
  const [id, goOn, begun] = [randomUUID(), Promise.withResolvers<void>(), Promise.withResolvers<Lead>()];
  const run = async (lead: Lead) => {
    begun.resolve(lead);
    await goOn.promise;
    return null;
  };
  const jobs = [{ id, turn: id, rests: id, account: 'a', run }];
  const ctx = { db, log, directory: { onChange: () => () => undefined } };
  const worker = new JobWorker(ctx as unknown as Context, 'BACKUP', async () => jobs, one);
  const lead = await begun.promise;
  lead.assertLasts();
  await expect(lead.transaction(async () => 'done')).resolves.toBe('done');
  await make(id, 'owner = gen_random_uuid()');
  await expect(lead.transaction(async () => 'done')).rejects.toThrow('another process has the work');
  expect(lead.signal.aborted).toBe(true);
  expect(lead.assertLasts).toThrow('another process may have taken the work');
  jobs.length = 0;
  goOn.resolve();
  await worker.stop();
});
