import { readdir, readlink } from 'node:fs/promises';
import { FilesError } from '@realmkeep/runtime';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupKey } from '../src/integrations/blobs/backup-stores.ts';
import { BlobMissing } from '../src/integrations/blobs/blob-store.ts';
import { lockTier } from '../src/domains/identity/users/user-tier.ts';
import { lockWorld } from '../src/domains/realms/realm-world.ts';
import { freshAddress, makeUser, realmBody, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';
import { runSql } from '@realmkeep/testkit/sql';

/** A backup's id, by its key in the store. */
const idOf = (key: string) => key.split('.', 1)[0];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const unpack = () => Promise.reject(new FilesError('absent'));

describe('what is against the odds', () => {
  test('refused creations use up no number, and the number of a deleted realm is never given again', async () => {
    const [one, other] = [await makeUser(api), await makeUser(api)];
    const address = freshAddress();
    const { databaseUrl } = api.config;
    const numberOf = async (id: string) => {
      const [row] = await runSql(databaseUrl, 'select number from realms where id = $1', [id]);
      return Number(row?.['number']);
    };
    const { id } = await one.client.realmCreate({ body: realmBody('My Castle', address) });
    const number = await numberOf(id);
    for (let tries = 0; tries < 5; tries += 1) {
      await other.client.realmCreate({ body: realmBody('My Castle', address) }).catch(() => undefined);
    }
    await one.client.realmDelete({ params: { id } });
    await expect.poll(() => numberOf(id)).toBeNaN();
    const next = await other.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    expect(await numberOf(next.id)).toBe(number + 1);
  });

  test('when every number has been given, no realm is made', async () => {
    const { client } = await makeUser(api);
    const [was] = await runSql(api.config.databaseUrl, 'select last from realm_numbers');
    await runSql(api.config.databaseUrl, 'update realm_numbers set last = 262143');
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    expect(api.runtime.place.realms.get(id)?.spec.number).toBe(262_144);
    await client.realmDelete({ params: { id } });
    await runSql(api.config.databaseUrl, 'update realm_numbers set last = 268173311');
    const refused = client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await expect(refused).rejects.toMatchObject({ code: 'internal_error' });
    await runSql(api.config.databaseUrl, 'update realm_numbers set last = $1', [was?.['last']]);
    await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  });

  test('a world that has seen a larger fencing token than an older database gave out starts all the same', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    await runSql(api.config.databaseUrl, "select setval('realm_leases', 1)");
    const token = api.runtime.place.realms.get(id)?.fencingToken ?? 0;
    api.runtime.crash(id);
    await expect.poll(() => api.runtime.place.realms.get(id)?.fencingToken).toBeGreaterThan(token);
    await untilPhase(client, id, 'READY');
    await runSql(api.config.databaseUrl, "select setval('realm_leases', $1)", [token + 1_000]);
  });

  test('a change whose reading fails is read again', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    const { directory } = api.app.ctx;
    // Locks the table that the directory reads, while the change of the row needs only the other one.
    const locker = new Client({ connectionString: api.config.databaseUrl });
    await locker.connect();
    await locker.query('begin');
    await locker.query('lock table realm_partners in access exclusive mode');
    await runSql(api.config.databaseUrl, "update realms set name = 'Other Name' where id = $1", [id]);
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(() => runSql(api.config.databaseUrl, waiting)).not.toEqual([]);
    await runSql(
      api.config.databaseUrl,
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    await locker.query('rollback');
    await locker.end();
    await expect.poll(() => directory.row(id)?.name).toBe('Other Name');
  });

  test('a backup is ordered while its maker’s account is locked: whoever locks the account waits for the realm then', async () => {
    const { client, id: userId } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    await api.app.ctx.db.transaction().execute(async (tx) => {
      await lockTier(tx, userId);
      await client.realmBackupCreate({ params: { id } });
      await lockWorld(tx, id);
    });
  });

  test('a backup that is not unpacked after all is not left open', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    const worlds = api.runtime.worlds.bind(api.runtime);
    api.runtime.worlds = (realmId) => ({ ...worlds(realmId), unpack });
    const { backups } = await client.realmBackupCreate({ params: { id } });
    const state = async () => (await client.realmBackups({ params: { id } })).backups[0]?.state;
    await expect.poll(state).toBe('FAILED');
    api.runtime.worlds = worlds;
    const open = async () => {
      const paths = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
      return (await Promise.all(paths)).filter((path) => path.includes(backups[0]?.id ?? ''));
    };
    await expect.poll(open).toEqual([]);
  });

  test('a backup that is stored after its row has gone is not left there', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    const { current: store } = api.app.ctx.backupStores;
    const [put, remove] = [store.put.bind(store), store.remove.bind(store)];
    const removed = Promise.withResolvers<string>();
    store.put = async (key, pieces) => {
      await put(key, pieces);
      // As another process does that leads in the meantime.
      await remove(key);
      await runSql(api.config.databaseUrl, 'delete from backups where id = $1', [idOf(key)]);
      await put(key, new Blob(['late']).stream().values() as AsyncIterableIterator<Buffer>);
    };
    store.remove = async (key) => {
      await remove(key);
      removed.resolve(key);
    };
    const { backups } = await client.realmBackupCreate({ params: { id } });
    expect(idOf(await removed.promise)).toBe(backups[0]?.id);
    Object.assign(store, { put, remove });
    await expect(store.get(backupKey(backups[0]?.id ?? ''))).rejects.toBeInstanceOf(BlobMissing);
  });

  test('turning off what is being stopped only to start again is heard', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    api.runtime.emitState(id, { phase: 'STOPPING' });
    const off = await client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    expect(off.status).toBe('OFF');
    await untilPhase(client, id, 'OFF');
  });
});

describe('after the api has gone and come back', () => {
  test('what runs is adopted, what should run is started, what should not is stopped', async () => {
    const databaseUrl = await createTestDatabase();
    const { place } = createFakeRuntime();
    const first = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place }) });
    const users = await Promise.all([makeUser(first), makeUser(first), makeUser(first)]);
    const [kept, crashed, unwanted] = await Promise.all(
      users.map(async ({ client }) => {
        const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
        await untilPhase(client, id, 'READY');
        return id;
      }),
    );
    if (!kept || !crashed || !unwanted) throw new Error('three realms were made');
    const token = place.realms.get(kept)?.fencingToken;
    await first.app.stop();
    createFakeRuntime({ place }).crash(crashed, { signal: 'SIGKILL' });
    await runSql(databaseUrl, "update realms set power = 'OFF' where id = $1", [unwanted]);

    await using second = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place }) });
    await untilPhase(second.clientWith(users[1]?.tokens.token ?? ''), crashed, 'READY');
    await untilPhase(second.clientWith(users[2]?.tokens.token ?? ''), unwanted, 'OFF');
    expect(place.realms.get(kept)).toMatchObject({ fencingToken: token, state: { phase: 'READY' } });
  });

  test('an orderly end with the realms stops them, and keeps the desired state', async () => {
    const databaseUrl = await createTestDatabase();
    const { place } = createFakeRuntime();
    const first = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place }) });
    const { client, tokens } = await makeUser(first);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    await first.app.stop('realms');
    expect(place.realms.get(id)).toMatchObject({ state: null, exit: { asked: true } });

    await using second = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place }) });
    await untilPhase(second.clientWith(tokens.token), id, 'READY');
  });

  test('of two apis one leads, and the other takes over', async () => {
    const databaseUrl = await createTestDatabase();
    const { place } = createFakeRuntime();
    const first = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place }) });
    await using second = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place }) });
    const { client, tokens } = await makeUser(first);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    const viaSecond = second.clientWith(tokens.token);
    await untilPhase(viaSecond, id, 'READY');
    await first.app.stop();
    await viaSecond.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await untilPhase(viaSecond, id, 'OFF');
  });
});
