import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runSql } from '@realmkeep/testkit/sql';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { backupJobs } from '../src/domains/worlds/backups/backup-jobs.ts';
import type { Lead } from '../src/domains/worlds/job-worker.ts';
import { holdClaim, type WorkKind } from '../src/domains/worlds/work-claim-queries.ts';
import { kernelJobs } from '../src/domains/worlds/kernels/kernel-jobs.ts';
import { modpackJobs } from '../src/domains/worlds/modpacks/install-modpack.ts';
import { TurnLost } from '../src/domains/worlds/work-claims.ts';
import { freshAddress, realmBody, untilPhase } from './people.ts';
import { type ApiPair, makeRealmAt, type OwnedRealm, startApiPair } from './start-api-pair.ts';
import type { TestApi } from './start-test-api.ts';

let pair: ApiPair;
beforeAll(async () => {
  pair = await startApiPair();
});
afterAll(() => pair[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(pair.one.config.databaseUrl, text, values);

const makeRealm = () => makeRealmAt(pair.one);
const folderOf = ({ id }: OwnedRealm, path: string) => join(pair.one.runtime.place.folders.path(id), path);
const backUp = ({ owner, id }: OwnedRealm) => owner.client.realmBackupCreate({ params: { id } });
const backupsOf = async ({ owner, id }: OwnedRealm) =>
  (await owner.client.realmBackups({ params: { id } })).backups.map(({ state }) => state);

/** Has both apis look for work. */
const tell = ({ id }: OwnedRealm) => sql("select pg_notify('backups_changed', $1)", [id]);

const third = randomUUID();

/** Claims a realm's work for a third process, and orders some. @returns a function that does the work as that process */
async function seeAsThird(
  realm: OwnedRealm,
  order: () => Promise<unknown>,
  { kind, jobs }: { kind: WorkKind; jobs: typeof backupJobs } = { kind: 'BACKUP', jobs: backupJobs },
): Promise<(differently?: Partial<Lead>) => Promise<number | null>> {
  const { ctx } = pair.one.app;
  await sql(
    "insert into work_claims (kind, turn, owner, claimed_until) values ($3, $1, $2, now() + interval '1 hour') on conflict do nothing",
    [realm.id, third, kind],
  );
  await order();
  const job = (await jobs(ctx, [])).find(({ turn }) => turn === realm.id);
  if (!job) throw new Error('There is nothing to do');
  return (differently) =>
    job.run({
      signal: new AbortController().signal,
      since: 0,
      hasTurn: () => true,
      assertLasts: () => undefined,
      transaction: (work) =>
        ctx.db.transaction().execute(async (tx) => {
          if (await holdClaim(tx, third, { kind, turn: realm.id })) return work(tx);
          throw new TurnLost('the third has it no more');
        }),
      ...differently,
    });
}

/** Ends the third process's claim, so that the two do the remaining work. */
async function leaveToThem(realm: OwnedRealm): Promise<void> {
  await sql('delete from work_claims where turn = $1', [realm.id]);
  await tell(realm);
}

/** The keys of a realm's stored backups. */
async function keptOf({ id }: OwnedRealm): Promise<string[]> {
  const backups = await sql('select id from backups where realm_id = $1', [id]);
  const names = readdirSync(join(pair.one.config.dataDir, 'backups'));
  return names.filter((name) => backups.some((backup) => name.startsWith(String(backup['id']))));
}

describe('work on worlds', () => {
  /** A backup being stored by an api: the call continues when it is released, even if the api has been stopped by then. */
  interface Stored {
    api: TestApi;
    key: string;
    goOn: () => void;
    fail: () => void;
  }

  afterEach(() => void vi.restoreAllMocks());

  function watchStores(): Stored[] {
    const stores: Stored[] = [];
    for (const api of [pair.one, pair.other]) {
      const { current } = api.app.ctx.backupStores;
      const put = current.put.bind(current);
      vi.spyOn(current, 'put').mockImplementation(async (key, pieces) => {
        // An api's test of the store at its start.
        if (key.startsWith('try-')) return put(key, pieces);
        const gate = Promise.withResolvers<void>();
        const whole: Buffer[] = [];
        for await (const piece of pieces) whole.push(piece);
        stores.push({ api, key, goOn: gate.resolve, fail: () => gate.reject(new Error('the process is gone')) });
        await gate.promise;
        await put(key, whole);
      });
    }
    return stores;
  }

  test('is done by both, each piece by one', async () => {
    const stores = watchStores();
    const realms = await Promise.all(Array.from({ length: 6 }, makeRealm));
    await Promise.all(realms.map(backUp));
    // One api does four at once.
    await becomes(() => stores.length).toBe(6);
    expect(new Set(stores.map(({ api }) => api)).size).toBe(2);
    for (const { goOn } of stores) goOn();
    for (const realm of realms) await becomes(() => backupsOf(realm)).toEqual(['READY']);
    expect(new Set(stores.map(({ key }) => key)).size).toBe(6);
    expect(stores).toHaveLength(6);
    await becomes(() => sql('select from work_claims')).toEqual([]);
  });

  test('goes to the other when nobody says any more that it goes on; and whoever comes back leaves it alone', async () => {
    const stores = watchStores();
    const realm = await makeRealm();
    const { owner } = realm;
    const { id } = await owner.client.realmCreate({ body: realmBody('Another', freshAddress()) });
    await backUp(realm);
    await becomes(() => stores.length).toBe(1);
    const [before] = stores;
    if (!before) throw new Error('Nobody has begun');
    const warned = vi.spyOn(before.api.app.ctx.log, 'warn');
    // As if the process had been suspended, and had lost its claim.
    await sql("update work_claims set owner = $2, claimed_until = now() + interval '1 s' where turn = $1", [
      realm.id,
      randomUUID(),
    ]);
    await tell(realm);
    await becomes(() => stores.length).toBe(2);
    const after = stores[1];
    expect(after?.api).not.toBe(before.api);
    await becomes(() => warned.mock.calls).toContainEqual([{ kind: 'BACKUP', turn: realm.id }, expect.any(String)]);
    before.fail();
    // An api does one piece of an account's work at a time: this begins when the first has ended.
    await untilPhase(owner.client, id, 'READY');
    await backUp({ ...realm, id });
    await becomes(() => stores.length).toBe(3);
    expect(stores[2]?.api).toBe(before.api);
    expect(readdirSync(folderOf(realm, '.')).filter((name) => name.startsWith('.world-'))).toHaveLength(1);
    after?.goOn();
    stores[2]?.goOn();
    await becomes(() => backupsOf(realm)).toEqual(['READY']);
    await becomes(() => backupsOf({ ...realm, id })).toEqual(['READY']);
    expect(stores).toHaveLength(3);
    await becomes(() => sql('select from work_claims')).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'is nobody’s that comes too late, %s the other has proved its own',
    async (when) => {
      const stores = watchStores();
      const realm = await makeRealm();
      await backUp(realm);
      await becomes(() => stores.length).toBe(1);
      // Suspended as above, and it returns with everything sent.
      await sql('update work_claims set owner = $2, claimed_until = now() where turn = $1', [realm.id, randomUUID()]);
      await tell(realm);
      await becomes(() => stores.length).toBe(2);
      const [late, good] = stores;
      if (!late || !good) throw new Error('Nobody has begun');
      const removed = vi.spyOn(late.api.app.ctx.backupStores.current, 'remove');
      expect(late.api).not.toBe(good.api);
      const comeLate = async () => {
        late.goOn();
        await becomes(() => keptOf(realm)).toContain(late.key);
      };
      if (when === 'before') await comeLate();
      good.goOn();
      await becomes(() => backupsOf(realm)).toEqual(['READY']);
      if (when === 'after') {
        late.goOn();
        await becomes(() => removed.mock.calls).toContainEqual([late.key]);
      }
      await becomes(() => keptOf(realm)).toEqual([good.key]);
      const { id, owner } = realm;
      const [backup] = (await owner.client.realmBackups({ params: { id } })).backups;
      await owner.client.realmBackupRestore({ params: { id, backupId: backup?.id ?? '' } });
      await becomes(async () => (await owner.client.realmBackups({ params: { id } })).restore?.state).toBe('DONE');
      await owner.client.realmBackupDelete({ params: { id, backupId: backup?.id ?? '' } });
      await becomes(() => keptOf(realm)).toEqual([]);
    },
  );

  test('leaves nothing of a process that was killed when it had stored a backup and not said so', async () => {
    const realm = await makeRealm();
    const run = await seeAsThird(realm, () => backUp(realm));
    let transactions = 0;
    const { ctx } = pair.one.app;
    const killed: Partial<Lead> = {
      transaction: async (work) => {
        if ((transactions += 1) > 1) throw new Error('the process is gone');
        return ctx.db.transaction().execute(work);
      },
    };
    await expect(run(killed)).rejects.toThrow('the process is gone');
    const [left] = await keptOf(realm);
    expect(left).toBeDefined();
    const stores = watchStores();
    await leaveToThem(realm);
    await becomes(() => stores.length).toBe(1);
    expect(await keptOf(realm)).toEqual([]);
    const [again] = stores;
    again?.goOn();
    await becomes(() => backupsOf(realm)).toEqual(['READY']);
    expect(await keptOf(realm)).toEqual([again?.key]);
    expect(again?.key).not.toBe(left);
  });

  test('is not done again by whoever saw it before another did it', async () => {
    const stores = watchStores();
    const realm = await makeRealm();
    const run = await seeAsThird(realm, () => backUp(realm));
    const stored = run();
    await becomes(() => stores.length).toBe(1);
    stores[0]?.goOn();
    await stored;
    expect(await backupsOf(realm)).toEqual(['VERIFYING']);
    await run();
    expect(await backupsOf(realm)).toEqual(['READY']);
    expect(stores).toHaveLength(1);
    await sql('delete from work_claims where turn = $1', [realm.id]);
  });

  test('goes on where whoever saw it finds that another has ordered a backup since', async () => {
    const realm = await makeRealm();
    const { client } = realm.owner;
    const body = { world_name: 'flat' } as const;
    const run = await seeAsThird(realm, () => client.realmWorldReset({ params: { id: realm.id }, body }));
    await becomes(() => pair.one.runtime.inspect(realm.id)).toMatchObject({ phase: 'EXITED' });
    await run();
    expect(await backupsOf(realm)).toEqual(['RUNNING']);
    await run();
    const { reset } = await client.realmBackups({ params: { id: realm.id } });
    expect(reset?.state).toBe('SAVING');
    await leaveToThem(realm);
    const stateOf = async () => (await client.realmBackups({ params: { id: realm.id } })).reset?.state;
    await becomes(stateOf).toBe('DONE');
  });

  test('leaves a new realm alone whose folder it has made, once others have ended the work on it', async () => {
    const realm = await makeRealm();
    const { owner, id } = realm;
    await backUp(realm);
    await becomes(() => backupsOf(realm)).toEqual(['READY']);
    const [backup] = (await owner.client.realmBackups({ params: { id } })).backups;
    const made = { ...realm, id: '' };
    // Nobody claims it before the third process does.
    const taking = new Client({ connectionString: pair.one.config.databaseUrl });
    await taking.connect();
    await taking.query('begin; lock table work_claims in share row exclusive mode');
    await owner.client.realmBackupRealmCreate({
      params: { id, backupId: backup?.id ?? '' },
      body: { user_realm_name: 'Another', domain_name: freshAddress(), eula: null },
    });
    made.id = String((await sql('select realm_id from restores where from_realm_id = $1', [id]))[0]?.['realm_id']);
    await taking.query(
      `insert into work_claims (kind, turn, owner, claimed_until) values ('BACKUP', '${made.id}', '${third}', now() + interval '1 hour')`,
    );
    await taking.query('commit');
    await taking.end();
    const run = await seeAsThird(made, async () => undefined);
    const { runtime } = pair.one.app.ctx;
    const prepare = vi.spyOn(runtime, 'prepare').mockImplementation(async (...words) => {
      prepare.mockRestore();
      await runtime.prepare(...words);
      // Stopped here: the others do all there is to do, and the next realm that is made of a backup takes the place of this work.
      await leaveToThem(made);
      await untilPhase(owner.client, made.id, 'READY');
      await becomes(() => sql('select state from restores where from_realm_id = $1', [id])).toEqual([
        { state: 'DONE' },
      ]);
      await sql('delete from restores where from_realm_id = $1', [id]);
    });
    await expect(run()).rejects.toThrow(TurnLost);
    expect(await owner.client.realmGet({ params: { id: made.id } })).toMatchObject({ live: { phase: 'READY' } });
    expect(readdirSync(folderOf(made, '.'))).toContain('world');
  });

  test('has its time to stand by the clock of the database', async () => {
    const realm = await makeRealm();
    const started =
      "insert into restores (realm_id, state, exchanged_at, exchanged_lease) values ($1, 'STARTING', now(), 1000000000)";
    const run = await seeAsThird(realm, () => sql(started, [realm.id]));
    // As on a machine whose clock is fast.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    try {
      expect(await run()).toBeGreaterThan(Date.now());
    } finally {
      vi.useRealTimers();
    }
    expect(await sql('select state from restores where realm_id = $1', [realm.id])).toEqual([{ state: 'STARTING' }]);
    await sql('delete from restores where realm_id = $1', [realm.id]);
    await sql('delete from work_claims where turn = $1', [realm.id]);
  });

  const changes =
    'insert into kernel_changes (realm_id, from_kernel, from_version, to_kernel, to_version, is_return, state, switched_at, switched_lease)';
  test.each([
    [
      'a restored world',
      { kind: 'BACKUP', jobs: backupJobs },
      "insert into restores (realm_id, state, exchanged_at, exchanged_lease) values ($1, 'STARTING', now(), 1)",
    ],
    [
      'another kernel',
      { kind: 'KERNEL', jobs: kernelJobs },
      `${changes} select id, kernel, kernel_version, 'paper', '1.20.4', false, 'SWITCHING', null, null from realms where id = $1`,
    ],
    [
      'a start with another kernel',
      { kind: 'KERNEL', jobs: kernelJobs },
      `${changes} select id, kernel, kernel_version, 'paper', '1.20.4', false, 'STARTING', now(), 1 from realms where id = $1`,
    ],
    [
      'a modpack',
      { kind: 'MODPACK', jobs: modpackJobs },
      "insert into modpack_installs (id, user_id, project_id, version_id, title, version, state) select id, owner_id, 'a', 'b', 'c', '1', 'READING' from realms where id = $1",
    ],
  ] as const)(
    'pauses before it looks again for %s at a realm that is deleted, but not gone',
    async (_, work, order) => {
      const realm = await makeRealm();
      // Its row stays as long as a folder for it may be in the making.
      await sql("insert into restores (realm_id, state, preparing) values ($1, 'DONE', true)", [realm.id]);
      const run = await seeAsThird(realm, () => sql(order, [realm.id]), work);
      await realm.owner.client.realmDelete({ params: { id: realm.id } });
      expect(await run()).toBeGreaterThan(Date.now());
      await sql('delete from restores where realm_id = $1', [realm.id]);
      await sql('delete from work_claims where turn = $1', [realm.id]);
    },
  );
});
