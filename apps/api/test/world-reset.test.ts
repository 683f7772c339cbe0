import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isBackingUp, isRestoring, type RealmBackups } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupKey } from '../src/integrations/blobs/backup-stores.ts';
import { nextOnWorlds } from './next-on-worlds.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** A new world replaces the old one, which is kept in a backup. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const within = { timeout: 40_000, interval: 25 };
const folderOf = (id: string) => api.runtime.place.folders.path(id);
const wordsOf = (id: string) => join(folderOf(id), 'world/words');
const see = ({ client }: TestUser, id: string) => client.realmBackups({ params: { id } });
const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);

type Body = Parameters<TestUser['client']['realmWorldReset']>[0]['body'];
const reset = ({ client }: TestUser, id: string, body: Body = { world_name: 'flat' }) =>
  client.realmWorldReset({ params: { id }, body });

/** A running realm whose world contains the word `castle`. */
async function castle(): Promise<{ owner: TestUser; id: string }> {
  const owner = await makeUser(api, 'GHAST');
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  await api.runtime.place.folders.folder(id);
  await writeFile(wordsOf(id), 'castle');
  return { owner, id };
}

/** The realm's backups once nothing is in progress. */
async function settled(user: TestUser, id: string): Promise<RealmBackups> {
  let seen = await see(user, id);
  const goesOn = () =>
    seen.backups.some(({ state }) => isBackingUp(state)) ||
    [seen.restore, seen.reset].some((other) => other && isRestoring(other.state));
  await expect
    .poll(async () => {
      seen = await see(user, id);
      return goesOn();
    }, within)
    .toBe(false);
  return seen;
}

async function expectCastle({ owner, id }: { owner: TestUser; id: string }): Promise<void> {
  await expect(readFile(wordsOf(id), 'utf8')).resolves.toBe('castle');
  await untilPhase(owner.client, id, 'READY');
  await expect(owner.client.realmGet({ params: { id } })).resolves.toMatchObject({ map: 'meadow', seed: null });
}

/** Has the api die after the next such step on the realm's worlds, before it learns that the step is done. */
function dieAfter(realmId: string, what: 'makeEmpty' | 'exchange' | 'drop'): { died: () => boolean } {
  let died = false;
  nextOnWorlds(api, realmId, what, async (own, scratch) => {
    await own[what](scratch);
    died = true;
    throw new Error('killed');
  });
  return { died: () => died };
}

/** Has the realm's host lose its disk when the worlds are to be exchanged next. */
function loseFolderBeforeExchange(realmId: string, meanwhile?: () => Promise<void>): void {
  nextOnWorlds(api, realmId, 'exchange', async (own, scratch) => {
    await api.runtime.destroy(realmId);
    await meanwhile?.();
    await own.exchange(scratch);
  });
}

describe('a new world', () => {
  test('is there once the one from before is in a backup that was tried out, and comes back with it', async () => {
    const { owner, id } = await castle();
    const asked = await reset(owner, id, { world_name: 'canyon', seed: 'red' });
    expect(asked.reset).toMatchObject({ state: 'SAVING', map: 'canyon', seed: 'red' });
    const done = await settled(owner, id);
    expect(done.reset).toMatchObject({ state: 'DONE', progress: null });
    expect(done).toMatchObject({ restore: null, bytesUsed: 0, nextAt: null });
    expect(done.backups).toMatchObject([{ state: 'READY', origin: 'RESET', files: 1, madeBy: null }]);
    await untilPhase(owner.client, id, 'READY');
    expect(existsSync(wordsOf(id))).toBe(false);
    expect(api.runtime.place.realms.get(id)?.spec).toMatchObject({ map: 'canyon', seed: 'red', hasRun: true });
    await expect(owner.client.realmGet({ params: { id } })).resolves.toMatchObject({ map: 'canyon', seed: 'red' });

    const params = { id, backupId: done.backups[0]?.id ?? '' };
    await owner.client.realmBackupRestore({ params });
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'DONE' });
    await expectCastle({ owner, id });
    await owner.client.realmBackupDelete({ params });
  });

  test('of a realm that is off leaves it off, and only the last backup of its kind stays', async () => {
    const { owner, id } = await castle();
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await untilPhase(owner.client, id, 'OFF');
    await reset(owner, id);
    const [first] = (await settled(owner, id)).backups;
    await untilPhase(owner.client, id, 'OFF');
    // There is no world to back up yet, and the castle's backup is the only one.
    await expect(reset(owner, id, { world_name: 'void' })).rejects.toMatchObject({ code: 'backup_no_world' });
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    await untilPhase(owner.client, id, 'READY');
    await reset(owner, id, { world_name: 'void' });
    await settled(owner, id);
    // The previous backup is removed after that.
    await expect.poll(async () => (await see(owner, id)).backups, within).toHaveLength(1);
    const { backups } = await see(owner, id);
    expect(backups).toMatchObject([{ origin: 'RESET', state: 'READY' }]);
    expect(backups[0]?.id).not.toBe(first?.id);
  });

  test('is none where the one from before cannot be backed up', async () => {
    const { owner, id } = await castle();
    await mkdir(join(folderOf(id), 'world/deep', ...Array<string>(40).fill('deeper')), { recursive: true });
    await reset(owner, id);
    const { reset: failed, backups } = await settled(owner, id);
    expect(failed).toMatchObject({ state: 'FAILED' });
    expect(backups).toMatchObject([{ origin: 'RESET', state: 'FAILED' }]);
    await expectCastle({ owner, id });
  });

  test('is none where the one from before is lost with all its folder, and the realm may be turned on again', async () => {
    const { owner, id } = await castle();
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await untilPhase(owner.client, id, 'OFF');
    await api.runtime.destroy(id);
    await reset(owner, id);
    expect((await settled(owner, id)).reset).toMatchObject({ state: 'FAILED' });
    expect(await sql('select world_held from realms where id = $1', [id])).toEqual([{ world_held: false }]);
  });

  test('with which the realm does not start goes, and the one from before is back', async () => {
    const { owner, id } = await castle();
    // After the first crash the realm is restarted at once.
    for (let start = 0; start < 2; start += 1) api.runtime.failNext('ensure', new Error('no such land'));
    await reset(owner, id);
    expect((await settled(owner, id)).reset).toMatchObject({ state: 'FAILED' });
    await expect.poll(async () => (await see(owner, id)).backups, within).toEqual([]);
    await expectCastle({ owner, id });
  });

  test.each(['makeEmpty', 'exchange', 'drop'] as const)(
    'comes once, and the backup is whole, though the api is killed after %s',
    async (what) => {
      const { owner, id } = await castle();
      const { died } = dieAfter(id, what);
      await reset(owner, id);
      const { reset: done, backups } = await settled(owner, id);
      expect([died(), done?.state]).toEqual([true, 'DONE']);
      expect(existsSync(wordsOf(id))).toBe(false);
      const params = { id, backupId: backups.find(({ origin }) => origin === 'RESET')?.id ?? '' };
      await owner.client.realmBackupRestore({ params });
      await settled(owner, id);
      await expectCastle({ owner, id });
    },
  );

  test('is made once more where the realm loses its folder before the exchange, as a backup is unpacked once more', async () => {
    const { owner, id } = await castle();
    loseFolderBeforeExchange(id);
    await reset(owner, id, { world_name: 'canyon' });
    const done = await settled(owner, id);
    expect(done.reset).toMatchObject({ state: 'DONE' });
    await untilPhase(owner.client, id, 'READY');
    expect(api.runtime.place.realms.get(id)?.spec).toMatchObject({ map: 'canyon' });
    // What was lost is in the backup.
    loseFolderBeforeExchange(id);
    await owner.client.realmBackupRestore({ params: { id, backupId: done.backups[0]?.id ?? '' } });
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'DONE' });
    await expectCastle({ owner, id });

    // Without the backup there is nothing to go on with, and the realm is no longer held.
    const { backupStores } = api.app.ctx;
    const backupId = done.backups[0]?.id ?? '';
    loseFolderBeforeExchange(id, () => backupStores.current.put(backupKey(backupId), Readable.from([Buffer.alloc(1)])));
    await owner.client.realmBackupRestore({ params: { id, backupId } });
    expect((await settled(owner, id)).restore).toMatchObject({ state: 'FAILED' });
    expect(await sql('select world_held from realms where id = $1', [id])).toEqual([{ world_held: false }]);
  });
});

describe('who may', () => {
  test('the owner alone, of a realm that has a world, what its server can make', async () => {
    const { owner, id } = await castle();
    const partner = await makeUser(api, 'GHAST');
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    await expect(reset(partner, id)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(reset(await makeUser(api), id)).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(reset(owner, id, { world_name: 'amplified' })).rejects.toMatchObject({ code: 'realm_map_java' });
    await expect(reset(owner, id, { world_name: 'atlantis' as 'flat' })).rejects.toMatchObject({ status: 400 });
    await sql('update realms set lease = 0 where id = $1', [id]);
    await expect(reset(owner, id)).rejects.toMatchObject({ status: 409, code: 'backup_no_world' });
    expect((await see(owner, id)).reset).toBeNull();
  });

  test('while nothing else is done with the world: of ten at once one', async () => {
    const { owner, id } = await castle();
    api.runtime.hold(id);
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => reset(owner, id)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ status: 409, code: 'restore_running' })));
    const backUp = owner.client.realmBackupCreate({ params: { id } });
    await expect(backUp).rejects.toMatchObject({ code: 'restore_running' });
    await expect.poll(async () => (await see(owner, id)).reset?.state, within).toBe('STARTING');
    const backupId = (await see(owner, id)).backups[0]?.id ?? '';
    const removal = owner.client.realmBackupDelete({ params: { id, backupId } });
    await expect(removal).rejects.toMatchObject({ code: 'backup_in_use' });
    api.runtime.release(id);
    expect((await settled(owner, id)).reset).toMatchObject({ state: 'DONE' });
    const told = await sql('select action, items->0->>$2 as what from realm_activity where realm_id = $1', [
      id,
      'what',
    ]);
    expect(told).toContainEqual({ action: 'worldReset', what: 'flat' });
  });
});
