import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eulaUrl, isBackingUp, isRestoring, type RealmOfBackup, type Tier } from '@realmkeep/contract';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupKey } from '../src/integrations/blobs/backup-stores.ts';
import { insertJar } from './insert-jar.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** A new realm is created from a backup. */

const findJava = async () => [{ major: 21, path: '/usr/bin/java' }];
/** Outlives the api, which ends in between. */
let environment: { DATA_DIR: string };
let api: TestApi;
beforeAll(async () => {
  environment = { DATA_DIR: await mkdtemp(join(tmpdir(), 'realmkeep-data-')) };
  api = await startTestApi({ environment, findJava });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await rm(environment.DATA_DIR, { recursive: true, force: true });
});

interface Backed {
  owner: TestUser;
  id: string;
  backupId: string;
}

const wordsOf = (id: string) => join(api.runtime.place.folders.path(id), 'world/words');
const readWorld = (id: string) => readFile(wordsOf(id), 'utf8');
const see = ({ client }: TestUser, id: string) => client.realmBackups({ params: { id } });
const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);

/** A realm whose world was `castle` when it was backed up, and is `ruins` now. */
async function backedUp(tier: Tier = 'GHAST'): Promise<Backed> {
  const owner = await makeUser(api, tier);
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  await api.runtime.place.folders.folder(id);
  await writeFile(wordsOf(id), 'castle');
  const fields = { gameMode: 'SURVIVAL', monsterSpawn: false } as const;
  const updatedFields = ['gameMode', 'monsterSpawn'] as const;
  await owner.client.realmSettingsUpdate({ params: { id }, body: { ...fields, updatedFields: [...updatedFields] } });
  await owner.client.realmBackupCreate({ params: { id } });
  await expect.poll(async () => (await see(owner, id)).backups.some(({ state }) => isBackingUp(state))).toBe(false);
  const [backup] = (await see(owner, id)).backups;
  if (backup?.state !== 'READY') throw new Error(`the backup is ${backup?.state}`);
  await writeFile(wordsOf(id), 'ruins');
  await owner.client.realmSettingsUpdate({
    params: { id },
    body: { gameMode: 'ADVENTURE', updatedFields: ['gameMode'] },
  });
  return { owner, id, backupId: backup.id };
}

interface Asked {
  name?: string;
  address?: string;
  eula?: typeof eulaUrl | null;
}

function ask({ owner, id, backupId }: Backed, { name = 'Another', address = freshAddress(), eula = null }: Asked = {}) {
  return owner.client.realmBackupRealmCreate({
    params: { id, backupId },
    body: { user_realm_name: name, domain_name: address, eula },
  });
}

/** The new realm once nothing is in progress. */
async function settled({ owner, id }: Backed): Promise<RealmOfBackup> {
  let seen: RealmOfBackup | null = null;
  const goesOn = async () => {
    seen = (await see(owner, id)).newRealm;
    return seen === null || isRestoring(seen.state);
  };
  await expect.poll(() => goesOn().catch(() => true)).toBe(false);
  return seen as unknown as RealmOfBackup;
}

const listed = async ({ client }: TestUser) => (await client.realmList()).owned.map(({ id }) => id);

test('it has the world and the settings of then, and the old one is not touched', async () => {
  const backed = await backedUp();
  const { owner, id } = backed;
  const address = freshAddress();
  const asked = await ask(backed, { name: 'Second Castle', address });
  expect(asked.newRealm).toMatchObject({ name: 'Second Castle', state: 'CHECKING' });
  const { state, realmId } = await settled(backed);
  expect(state).toBe('DONE');
  await expect(readWorld(realmId ?? '')).resolves.toBe('castle');
  await untilPhase(owner.client, realmId ?? '', 'READY');
  await expect(owner.client.realmGet({ params: { id: realmId ?? '' } })).resolves.toMatchObject({
    name: 'Second Castle',
    domain: { domain: `${address}.localhost` },
    gameMode: 'SURVIVAL',
    map: 'meadow',
    settings: { monsterSpawn: false },
    kernel: { kernel: 'sandbox', version: '1.16.5' },
  });
  await expect(readWorld(id)).resolves.toBe('ruins');
  await expect(owner.client.realmGet({ params: { id } })).resolves.toMatchObject({
    gameMode: 'ADVENTURE',
    live: { phase: 'READY' },
  });
  // Neither realm lists a restore.
  expect((await see(owner, id)).restore).toBeNull();
  expect(await see(owner, realmId ?? '')).toMatchObject({ restore: null, newRealm: null, backups: [] });
});

test('it is made under the limits of every new realm', async () => {
  const small = await backedUp('CHICKEN');
  await expect(ask(small)).rejects.toMatchObject({ status: 405, code: 'realm_limit_reached' });
  const backed = await backedUp('DRAGON');
  const { domain } = (await small.owner.client.realmGet({ params: { id: small.id } })).domain;
  const address = (domain.split('.')[0] ?? '').toUpperCase();
  await expect(ask(backed, { address })).rejects.toMatchObject({ status: 409, code: 'realm_address_taken' });
  await expect(ask(backed, { name: 'My Castle' })).rejects.toMatchObject({ code: 'realm_name_taken' });
  await expect(ask(backed, { address: 'admin' })).rejects.toMatchObject({ code: 'realm_address_reserved' });
  await expect(ask(backed, { address: '-' })).rejects.toMatchObject({ status: 400 });
  expect(await listed(backed.owner)).toEqual([backed.id]);
  // An uploaded world requires a plan that allows such worlds.
  await sql("update backups set world_type = 'COMMUNITY' where realm_id = $1", [backed.id]);
  await sql("update users set tier = 'GHAST' where id = $1", [backed.owner.id]);
  await expect(ask(backed)).rejects.toMatchObject({ code: 'realm_create_forbidden' });
});

test('what the tier of now has no more of is not taken over', async () => {
  const backed = await backedUp('GHAST');
  await sql("update users set tier = 'ZOMBIE' where id = $1", [backed.owner.id]);
  await ask(backed);
  const { realmId } = await settled(backed);
  await expect(backed.owner.client.realmGet({ params: { id: realmId ?? '' } })).resolves.toMatchObject({ slots: 5 });
});

test('a partner may not, a stranger sees nothing, and a backup of another realm is none of this one', async () => {
  const backed = await backedUp();
  const [partner, stranger, other] = await Promise.all([makeUser(api, 'DRAGON'), makeUser(api, 'DRAGON'), backedUp()]);
  await backed.owner.client.realmPartnerAdd({
    params: { id: backed.id },
    body: { username: partner.nickname },
  });
  await expect(ask({ ...backed, owner: partner })).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  await expect(ask({ ...backed, owner: stranger })).rejects.toMatchObject({ status: 404, code: 'realm_unknown' });
  await expect(ask({ ...backed, backupId: other.backupId })).rejects.toMatchObject({ code: 'backup_unknown' });
  await ask(backed);
  await settled(backed);
  expect((await see(partner, backed.id)).newRealm).toBeNull();
});

test('of a backup that is damaged there is no realm, its address is free, and the page says so', async () => {
  const backed = await backedUp();
  const address = freshAddress();
  await api.app.ctx.backupStores.current.put(backupKey(backed.backupId), oneByte());
  await ask(backed, { address });
  const made = (await listed(backed.owner)).find((id) => id !== backed.id);
  expect(await settled(backed)).toMatchObject({ state: 'FAILED', realmId: null, name: 'Another' });
  expect(await listed(backed.owner)).toEqual([backed.id]);
  await expect.poll(() => api.runtime.place.folders.has(made ?? '')).toBe(false);
  await expect.poll(async () => (await sql('select from realms where id = $1', [made])).length).toBe(0);
  expect((await see(backed.owner, backed.id)).newRealm).toMatchObject({ state: 'FAILED' });
  await expect(readWorld(backed.id)).resolves.toBe('ruins');
  // Now it can be created, under the same address.
  const body = realmBody('Third Castle', address);
  await expect(backed.owner.client.realmCreate({ body })).resolves.toMatchObject({ name: 'Third Castle' });
});

async function* oneByte(): AsyncGenerator<Buffer> {
  yield Buffer.from('x');
}

test('meanwhile its backup is kept, though its realm goes, and there is one new realm at a time', async () => {
  const backed = await backedUp();
  const { owner, id, backupId } = backed;
  const go = holdUnpacking();
  const { newRealm } = await ask(backed);
  await expect(ask(backed, { name: 'Third' })).rejects.toMatchObject({ code: 'restore_running' });
  await expect(owner.client.realmBackupDelete({ params: { id, backupId } })).rejects.toMatchObject({
    code: 'backup_in_use',
  });
  await owner.client.realmDelete({ params: { id } });
  await expect.poll(async () => (await sql('select from realms where id = $1', [id])).length).toBe(0);
  const file = join(api.config.dataDir, 'backups', `${backupId}.tar.zst`);
  go();
  const realmId = newRealm?.realmId ?? '';
  await untilPhase(owner.client, realmId, 'READY');
  await expect(readWorld(realmId)).resolves.toBe('castle');
  // Then it is deleted.
  await expect.poll(() => existsSync(file)).toBe(false);
});

test('a new realm that is deleted before its world has come is gone', async () => {
  const backed = await backedUp();
  const go = holdUnpacking();
  const realmId = (await ask(backed)).newRealm?.realmId ?? '';
  await backed.owner.client.realmDelete({ params: { id: realmId } });
  await expect.poll(async () => (await sql('select from realms where id = $1', [realmId])).length).toBe(0);
  go();
  await expect.poll(async () => (await see(backed.owner, backed.id)).newRealm).toBeNull();
  expect(api.runtime.place.folders.has(realmId)).toBe(false);
  expect(await listed(backed.owner)).toEqual([backed.id]);
});

/** Holds back the unpacking of worlds. @returns a function that releases it */
function holdUnpacking(): () => void {
  const { runtime } = api;
  const worlds = runtime.worlds.bind(runtime);
  const going = Promise.withResolvers<void>();
  runtime.worlds = (id) => ({
    ...worlds(id),
    unpack: async (scratch, archive) => {
      await going.promise;
      return worlds(id).unpack(scratch, archive);
    },
  });
  return () => {
    runtime.worlds = worlds;
    going.resolve();
  };
}

/** Has the api die after the step, before it learns that the step is done. @returns a promise of that moment */
function dieAfter(step: 'unpack' | 'exchange' | 'drop'): Promise<void> {
  const { runtime } = api;
  const worlds = runtime.worlds.bind(runtime);
  const done = Promise.withResolvers<void>();
  runtime.worlds = (id) => {
    const real = worlds(id);
    const cut = async (...words: unknown[]) => {
      await (real[step] as (...words: unknown[]) => Promise<unknown>)(...words);
      done.resolve();
      throw new Error('the process is killed');
    };
    return { ...real, [step]: cut };
  };
  return done.promise;
}

async function restartApi(): Promise<void> {
  const { databaseUrl } = api.config;
  await api[Symbol.asyncDispose]();
  const runtime = createFakeRuntime({ place: api.runtime.place });
  api = await startTestApi({ databaseUrl, environment, findJava, runtime });
}

test.each(['unpack', 'exchange', 'drop'] as const)(
  'an api that dies after the step %s goes on with it',
  async (step) => {
    const backed = await backedUp();
    const died = dieAfter(step);
    await ask(backed);
    await died;
    await restartApi();
    const again = { ...backed, owner: { ...backed.owner, client: api.clientWith(backed.owner.tokens.token) } };
    const { state, realmId } = await settled(again);
    expect(state).toBe('DONE');
    await expect(readWorld(realmId ?? '')).resolves.toBe('castle');
    await untilPhase(again.owner.client, realmId ?? '', 'READY');
    await expect(readWorld(backed.id)).resolves.toBe('ruins');
  },
);

test('what ran on Java begins with that server, where the owner may have it and has agreed', async () => {
  const backed = await backedUp('GHAST');
  const jar = await insertJar(api.config.databaseUrl, '1.20.4');
  await sql("update backups set kernel = 'paper', game_version = '1.20.4', kernel_jar = $1 where id = $2", [
    jar,
    backed.backupId,
  ]);
  expect((await see(backed.owner, backed.id)).backups[0]?.kernel).toEqual({ kernel: 'paper', version: '1.20.4' });
  await sql("update users set tier = 'CHICKEN' where id = $1", [backed.owner.id]);
  await expect(ask(backed)).rejects.toMatchObject({ code: 'kernel_tier' });
  await sql("update users set tier = 'GHAST' where id = $1", [backed.owner.id]);
  await expect(ask(backed)).rejects.toMatchObject({ code: 'kernel_eula' });
  await ask(backed, { eula: eulaUrl });
  const { realmId } = await settled(backed);
  await expect(backed.owner.client.realmGet({ params: { id: realmId ?? '' } })).resolves.toMatchObject({
    kernel: { kernel: 'paper', version: '1.20.4' },
  });
});
