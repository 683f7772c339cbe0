import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { backupJobs } from '../src/domains/worlds/backups/backup-jobs.ts';
import type { Lead } from '../src/domains/worlds/job-worker.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { type ApiPair, startApiPair } from './start-api-pair.ts';
import type { TestApi } from './start-test-api.ts';

let pair: ApiPair;
beforeAll(async () => {
  pair = await startApiPair();
});
afterAll(() => pair[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(pair.one.config.databaseUrl, text, values);

interface Owned {
  owner: TestUser;
  id: string;
  address: string;
}

async function makeRealm(): Promise<Owned> {
  const owner = await makeUser(pair.one, 'GHAST');
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', address) });
  await untilPhase(owner.client, id, 'READY');
  return { owner, id, address };
}

const folderOf = ({ id }: Owned, path: string) => join(pair.one.runtime.place.folders.path(id), path);
const backUp = ({ owner, id }: Owned) => owner.client.realmBackupCreate({ params: { id } });
const backupsOf = async ({ owner, id }: Owned) =>
  (await owner.client.realmBackups({ params: { id } })).backups.map(({ state }) => state);
/** Both look what there is to do. */
const tell = ({ id }: Owned) => sql("select pg_notify('backups_changed', $1)", [id]);

/** What there is to do of a realm as a third process would see it, while the two leave it to that. */
async function seeAsThird(
  realm: Owned,
  order: () => Promise<unknown>,
): Promise<(differently?: Partial<Lead>) => Promise<number | null>> {
  const { ctx } = pair.one.app;
  await sql("insert into work_claims values ('BACKUP', $1, $2, now() + interval '1 hour')", [realm.id, randomUUID()]);
  await order();
  const job = (await backupJobs(ctx, [])).find(({ turn }) => turn === realm.id);
  if (!job) throw new Error('There is nothing to do');
  return (differently) =>
    job.run({
      signal: new AbortController().signal,
      since: 0,
      hasTurn: () => true,
      assertLasts: () => undefined,
      transaction: (work) => ctx.db.transaction().execute(work),
      ...differently,
    });
}

/** The third has gone: the two do what is left. */
async function leaveToThem(realm: Owned): Promise<void> {
  await sql('delete from work_claims where turn = $1', [realm.id]);
  await tell(realm);
}

describe('work on worlds', () => {
  /** Each of a backup's being stored, by the api that does it: it goes on when it is let, though it be stopped by then. */
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
        // What an api tries the store with when it has begun.
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
    // One does four at once.
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
    // As if the process had been away, and what it says is believed no longer.
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
    // One does one thing of an account at once: this begins when the first has ended there.
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

  test('has its time to stand by the clock of the database', async () => {
    const realm = await makeRealm();
    const started =
      "insert into restores (realm_id, state, exchanged_at, exchanged_lease) values ($1, 'STARTING', now(), 1000000000)";
    const run = await seeAsThird(realm, () => sql(started, [realm.id]));
    // As on a machine whose clock is ahead.
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
});
