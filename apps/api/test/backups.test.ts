import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBackingUp, isRestoring, type RealmBackups, type Tier } from '@realmkeep/contract';
import { isPage } from '@realmkeep/contract/pages';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { FilesError } from '@realmkeep/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupCreate } from '../src/domains/worlds/backups/backup-create.ts';
import { backupKey } from '../src/integrations/blobs/backup-stores.ts';
import { enterEvents } from './event-sockets.ts';
import { nextOnWorlds } from './next-on-worlds.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** A running realm whose world contains one word. */
async function makeRealm(owner: TestUser, world = 'castle'): Promise<string> {
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', address) });
  await untilPhase(owner.client, id, 'READY');
  await writeWorld(id, world);
  return id;
}

const wordsOf = (id: string) => join(api.runtime.place.folders.path(id), 'world/words');

async function writeWorld(id: string, words: string): Promise<void> {
  await api.runtime.place.folders.folder(id);
  await writeFile(wordsOf(id), words);
}

const readWorld = (id: string) => readFile(wordsOf(id), 'utf8');
const see = ({ client }: TestUser, id: string) => client.realmBackups({ params: { id } });
const create = ({ client }: TestUser, id: string) => client.realmBackupCreate({ params: { id } });
const restore = ({ client }: TestUser, id: string, backupId: string) =>
  client.realmBackupRestore({ params: { id, backupId } });

/** The realm's backups once nothing is in progress. */
async function settled(user: TestUser, id: string): Promise<RealmBackups> {
  let seen = await see(user, id);
  const goesOn = () =>
    seen.backups.some(({ state }) => isBackingUp(state)) || isRestoring(seen.restore?.state ?? 'DONE');
  await expect
    .poll(async () => {
      seen = await see(user, id);
      return goesOn();
    })
    .toBe(false);
  return seen;
}

/** Makes a backup. @returns its id when it is READY */
async function backUp(user: TestUser, id: string): Promise<string> {
  await create(user, id);
  const [backup] = (await settled(user, id)).backups;
  if (backup?.state !== 'READY') throw new Error(`the backup is ${backup?.state}`);
  return backup.id;
}

const pauseOf = async (id: string) =>
  (await api.app.ctx.pool.query('select backed_up_at from realms where id = $1', [id])).rows;

const endPause = (id: string) =>
  runSql(api.config.databaseUrl, "update realms set backed_up_at = now() - interval '1 day' where id = $1", [id]);

async function ownerOf(tier: Tier = 'GHAST', world?: string): Promise<{ owner: TestUser; id: string }> {
  const owner = await makeUser(api, tier);
  return { owner, id: await makeRealm(owner, world) };
}

describe('a backup', () => {
  test('is made while the realm runs, told of as it goes on, and proved', async () => {
    const { owner, id } = await ownerOf();
    const { heard } = await enterEvents(api, owner.tokens.token);
    const asked = await create(owner, id);
    expect(asked.backups).toMatchObject([{ state: 'RUNNING', origin: 'MANUAL', madeBy: owner.nickname, bytes: null }]);
    const done = await settled(owner, id);
    expect(done.backups).toMatchObject([{ state: 'READY', files: 1, progress: null, problem: null }]);
    expect(done).toMatchObject({ limit: 10, cooldownMinutes: 30, bytesUsed: done.backups[0]?.bytes });
    expect(new Date(done.nextAt ?? 0).getTime()).toBeGreaterThan(Date.now());
    await expect.poll(() => heard).toContainEqual({ type: 'realmBackupsChanged', id });
    await untilPhase(owner.client, id, 'READY');
  });

  test('that was written over in its place, or lost there, is not called good', async () => {
    const { owner, id } = await ownerOf();
    const { current: backupStore } = api.app.ctx.backupStores;
    const put = backupStore.put.bind(backupStore);
    backupStore.put = (key) => put(key, oneByte());
    try {
      await create(owner, id);
      const { backups, nextAt } = await settled(owner, id);
      expect(backups).toMatchObject([{ state: 'FAILED', problem: 'FAULT', progress: null }]);
      expect(nextAt).toBeNull();
    } finally {
      backupStore.put = put;
    }
    await create(owner, id);
    expect((await settled(owner, id)).backups).toMatchObject([{ state: 'READY' }]);
  });

  test('of a world that cannot be copied fails, and the next is made', async () => {
    const { owner, id } = await ownerOf();
    const deep = join(api.runtime.place.folders.path(id), 'world/deep');
    await mkdir(join(deep, ...Array<string>(40).fill('deeper')), { recursive: true });
    await create(owner, id);
    expect((await settled(owner, id)).backups).toMatchObject([{ state: 'FAILED', problem: 'FAULT' }]);
    await rm(deep, { recursive: true });
    await expect(backUp(owner, id)).resolves.toMatch(/^[\da-f-]{36}$/);
  });

  test('waits for the pause, and a deleted one does not shorten it', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    await expect(create(owner, id)).rejects.toMatchObject({ status: 429, code: 'backup_cooldown' });
    const after = await owner.client.realmBackupDelete({ params: { id, backupId } });
    expect(after.backups).toEqual([]);
    await expect(create(owner, id)).rejects.toMatchObject({ code: 'backup_cooldown' });
    await expect.poll(() => existsSync(join(api.config.dataDir, 'backups', `${backupId}.tar.zst`))).toBe(false);
  });

  test('is one at a time, and as many as the tier allows', async () => {
    const { owner, id } = await ownerOf('CHICKEN');
    const both = await Promise.allSettled([create(owner, id), create(owner, id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await settled(owner, id);
    await endPause(id);
    await backUp(owner, id);
    await endPause(id);
    await expect(create(owner, id)).rejects.toMatchObject({ code: 'backup_limit', params: { limit: 2 } });
  });

  test('of more bytes than there is space for fails, and takes none', async () => {
    const { owner, id } = await ownerOf('CHICKEN');
    const backupId = await backUp(owner, id);
    await runSql(api.config.databaseUrl, 'update backups set bytes = $1 where id = $2', [512 * 2 ** 20 - 1, backupId]);
    await endPause(id);
    const before = await pauseOf(id);
    await create(owner, id);
    expect((await settled(owner, id)).backups[0]).toMatchObject({ state: 'FAILED', problem: 'SPACE' });
    expect(await pauseOf(id)).toEqual(before);
    await runSql(api.config.databaseUrl, 'update backups set bytes = bytes + 1 where id = $1', [backupId]);
    await expect(create(owner, id)).rejects.toMatchObject({ code: 'backup_space' });
  });

  test('waits while too many other realms are worked on, however often', async () => {
    const { owner, id } = await ownerOf();
    const { runtime } = api;
    const worlds = runtime.worlds.bind(runtime);
    let refusals = 4;
    runtime.worlds = (realmId) => ({
      ...worlds(realmId),
      copy: async (...words) => {
        if (realmId === id && (refusals -= 1) >= 0) throw new FilesError('busy');
        return worlds(realmId).copy(...words);
      },
    });
    try {
      await create(owner, id);
      await expect.poll(async () => (await see(owner, id)).backups[0]?.state, { timeout: 40_000 }).toBe('READY');
      expect(refusals).toBe(-1);
    } finally {
      runtime.worlds = worlds;
    }
  });

  test('is made though a hundred others that are older cannot be taken away', async () => {
    const { owner, id } = await ownerOf();
    const { current: backupStore } = api.app.ctx.backupStores;
    const remove = backupStore.remove.bind(backupStore);
    const insert = `insert into backups (origin, state, created_at)
      select 'MANUAL', 'DELETING', now() - interval '1 day' from generate_series(1, 110) returning id`;
    const stuck = new Set((await api.app.ctx.pool.query<{ id: string }>(insert)).rows.map((row) => row.id));
    backupStore.remove = async (key) => {
      if (stuck.has(key.split('.', 1)[0] ?? '')) throw new Error('the store is out of order');
      await remove(key);
    };
    try {
      await expect(backUp(owner, id)).resolves.toMatch(/^[\da-f-]{36}$/);
    } finally {
      backupStore.remove = remove;
    }
  });

  test('that a schedule makes takes the place of its oldest, and of none that a hand made', async () => {
    const { owner, id } = await ownerOf('CHICKEN');
    const byHand = await backUp(owner, id);
    const scheduled: string[] = [];
    for (let day = 0; day < 2; day += 1) {
      await endPause(id);
      await backupCreate(api.app.ctx, id, { schedule: 'Nightly' });
      scheduled.push((await settled(owner, id)).backups[0]?.id ?? '');
    }
    const kept = (await see(owner, id)).backups;
    expect(kept).toMatchObject([
      { id: scheduled[1], state: 'READY', origin: 'SCHEDULED', madeBy: null },
      { id: byHand, state: 'READY' },
    ]);
  });

  test('of a realm that has never run there is none', async () => {
    const { owner, id } = await ownerOf();
    await runSql(api.config.databaseUrl, 'update realms set lease = 0 where id = $1', [id]);
    await expect(create(owner, id)).rejects.toMatchObject({ status: 409, code: 'backup_no_world' });
  });

  test('goes with its realm', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    await owner.client.realmDelete({ params: { id } });
    await expect.poll(() => existsSync(join(api.config.dataDir, 'backups', `${backupId}.tar.zst`))).toBe(false);
    await expect.poll(() => rowsOf(backupId)).toBe(0);
  });
});

async function* oneByte(): AsyncGenerator<Buffer> {
  yield Buffer.from('x');
}

async function rowsOf(backupId: string): Promise<number> {
  return (await api.app.ctx.pool.query('select 1 from backups where id = $1', [backupId])).rowCount ?? 0;
}

/** Has the next removal of one of the realm's scratch folders stop half-way, as when its file agent is killed. */
function cutDropOff(realmId: string, meanwhile: () => Promise<void>): void {
  nextOnWorlds(api, realmId, 'drop', async (_own, scratch) => {
    const kept = join(api.runtime.place.folders.path(realmId), `.world-${scratch}/kept/words`);
    await rm(kept, { force: true });
    await meanwhile();
    throw new Error('the file agent is gone');
  });
}

describe('a restored backup', () => {
  test('is the world again, of a realm that runs and of one that is off', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    for (const power of ['ON', 'OFF'] as const) {
      if (power === 'OFF') {
        await owner.client.realmPowerSet({ params: { realmId: id }, body: { power } });
        await untilPhase(owner.client, id, 'OFF');
      }
      await writeWorld(id, 'ruins');
      await expect(restore(owner, id, backupId)).resolves.toMatchObject({ restore: { backupId, state: 'CHECKING' } });
      expect((await settled(owner, id)).restore).toMatchObject({ state: 'DONE' });
      await expect(readWorld(id)).resolves.toBe('castle');
      await untilPhase(owner.client, id, power === 'ON' ? 'READY' : 'OFF');
    }
    // Also when the world was lost together with its folder.
    await api.runtime.destroy(id);
    await restore(owner, id, backupId);
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'DONE' });
    await expect(readWorld(id)).resolves.toBe('castle');
  });

  test('that is damaged leaves the world as it is', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    await api.app.ctx.backupStores.current.put(backupKey(backupId), oneByte());
    await writeWorld(id, 'ruins');
    await restore(owner, id, backupId);
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'FAILED' });
    await expect(readWorld(id)).resolves.toBe('ruins');
    await untilPhase(owner.client, id, 'READY');
  });

  test('with which the realm does not start is taken back', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    await writeWorld(id, 'ruins');
    // After the first crash the realm is restarted at once.
    for (let start = 0; start < 2; start += 1) api.runtime.failNext('ensure', new Error('a world of another game'));
    await restore(owner, id, backupId);
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'FAILED' });
    await expect(readWorld(id)).resolves.toBe('ruins');
    await untilPhase(owner.client, id, 'READY');
  });

  test('that stands stays, though the world from before was half thrown away and the realm crashes', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    await writeWorld(id, 'ruins');
    cutDropOff(id, async () => {
      for (let start = 0; start < 2; start += 1) api.runtime.failNext('ensure', new Error('no room'));
      api.runtime.crash(id);
    });
    await restore(owner, id, backupId);
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'DONE' });
    await expect(readWorld(id)).resolves.toBe('castle');
    await untilPhase(owner.client, id, 'READY');
  });

  test('that was taken back is over, though the realm runs before all is thrown away', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    await writeWorld(id, 'ruins');
    cutDropOff(id, () => untilPhase(owner.client, id, 'READY'));
    for (let start = 0; start < 2; start += 1) api.runtime.failNext('ensure', new Error('a world of another game'));
    await restore(owner, id, backupId);
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'FAILED' });
    await expect(readWorld(id)).resolves.toBe('ruins');
    await untilPhase(owner.client, id, 'READY');
  });

  test('has its time to stand from when the api is back', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    await writeWorld(id, 'ruins');
    api.runtime.hold(id);
    await restore(owner, id, backupId);
    await expect.poll(async () => (await see(owner, id)).restore?.state).toBe('STARTING');
    const { databaseUrl } = api.config;
    await api[Symbol.asyncDispose]();
    const longAgo = "update restores set exchanged_at = exchanged_at - interval '1 hour' where realm_id = $1";
    await runSql(databaseUrl, longAgo, [id]);
    // Deletions are handled after restores: once this one is gone, the restore has been looked at.
    await runSql(databaseUrl, "insert into backups (origin, state) values ('MANUAL', 'DELETING')");
    api = await startTestApi({ databaseUrl, runtime: createFakeRuntime({ place: api.runtime.place }) });
    const client = api.clientWith(owner.tokens.token);
    const left = () => api.app.ctx.pool.query("select from backups where state = 'DELETING'");
    await expect.poll(async () => (await left()).rowCount).toBe(0);
    api.runtime.release(id);
    expect((await settled({ ...owner, client }, id)).restore).toMatchObject({ state: 'DONE' });
    await expect(readWorld(id)).resolves.toBe('castle');
  });

  test('is one at a time, is kept meanwhile, and nothing is backed up beside it', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    await endPause(id);
    api.runtime.hold(id);
    await restore(owner, id, backupId);
    await expect.poll(async () => (await see(owner, id)).restore?.state).toBe('STARTING');
    await expect(restore(owner, id, backupId)).rejects.toMatchObject({ code: 'restore_running' });
    await expect(create(owner, id)).rejects.toMatchObject({ code: 'restore_running' });
    await expect(owner.client.realmBackupDelete({ params: { id, backupId } })).rejects.toMatchObject({
      code: 'backup_in_use',
    });
    api.runtime.release(id);
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'DONE' });
  });
});

describe('who may', () => {
  test('a partner makes and sees backups, and the owner alone uses them', async () => {
    const { owner, id } = await ownerOf();
    const [partner, stranger] = await Promise.all([makeUser(api), makeUser(api)]);
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    const backupId = await backUp(partner, id);
    expect((await see(owner, id)).backups).toMatchObject([{ madeBy: partner.nickname }]);
    const params = { id, backupId };
    for (const { client } of [partner, stranger]) {
      const code = client === partner.client ? 'forbidden' : 'realm_unknown';
      await expect(client.realmBackupRestore({ params })).rejects.toMatchObject({ code });
      await expect(client.realmBackupLink({ params })).rejects.toMatchObject({ code });
      await expect(client.realmBackupDelete({ params })).rejects.toMatchObject({ code });
    }
    await expect(see(stranger, id)).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(create(stranger, id)).rejects.toMatchObject({ code: 'realm_unknown' });
  });

  test('a backup of another realm is none of this one', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    const other = await ownerOf();
    const params = { id: other.id, backupId };
    await expect(other.owner.client.realmBackupRestore({ params })).rejects.toMatchObject({ code: 'backup_unknown' });
    await expect(other.owner.client.realmBackupLink({ params })).rejects.toMatchObject({ code: 'backup_unknown' });
    await expect(other.owner.client.realmBackupDelete({ params })).rejects.toMatchObject({ code: 'backup_unknown' });
  });

  test('whoever has the link fetches the file, for a minute', async () => {
    const { owner, id } = await ownerOf();
    const backupId = await backUp(owner, id);
    const { url } = await owner.client.realmBackupLink({ params: { id, backupId } });
    expect((await fetch(api.url + url, { method: 'HEAD' })).status).toBe(404);
    const answer = await fetch(api.url + url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="a\w+-[\dT-]+\.tar\.zst"$/);
    expect((await answer.bytes()).length).toBe((await see(owner, id)).backups[0]?.bytes);
    expect((await fetch(api.url + url.replace(backupId, randomUUID()))).status).toBe(403);
    const later = await fetch(api.url + url.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1000) + 1000}`));
    expect(later.status).toBe(403);
    expect(await later.text()).toContain(`<a href="/realm/backups?id=${id}">`);
    expect(isPage('/realm/backups')).toBe(true);
  });
});
