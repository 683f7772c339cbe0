import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ActivityAction, RealmActivityEntry } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activitySweep, recordActivity } from '../src/domains/audit/activity.ts';
import { makeAdmin } from './people-money.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { logInBySftp } from './sftp-people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let owner: TestUser;
let partner: TestUser;
beforeAll(async () => {
  api = await startTestApi({ sftp: true });
  [owner, partner] = await Promise.all([makeUser(api, 'DRAGON'), makeUser(api)]);
});
afterAll(() => api[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[]) => runSql(api.config.databaseUrl, text, values);

async function makeRealm(name: string): Promise<{ id: string; address: string }> {
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody(name, address) });
  await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
  return { id, address };
}

const list = async ({ client }: TestUser, id: string) =>
  (await client.realmActivity({ params: { id }, query: { size: 100 } })).items;

/** The recorded deeds and their subjects, the earliest first, whatever ten minutes they fell into. */
async function deeds(
  id: string,
  ...actions: ActivityAction[]
): Promise<[RealmActivityEntry['actor'], string, string][]> {
  const entries = (await list(owner, id)).filter(({ action }) => actions.includes(action)).toReversed();
  return entries.flatMap(({ actor, via, items }) =>
    items.map(({ what }): [typeof actor, string, string] => [actor, via, what]),
  );
}

test('what owner and co-owner do is told to both, by whom and to what', async () => {
  const { id } = await makeRealm('Deeds');
  const params = { id };
  const [mine, hers] = [owner.nickname, partner.nickname];
  await partner.client.realmSettingsUpdate({
    params,
    body: { gameMode: 'CREATIVE', commandBlocks: true, updatedFields: ['gameMode', 'commandBlocks'] },
  });
  await untilPhase(owner.client, id, 'READY');
  await partner.client.realmConsoleCommand({ params, body: { command: 'time set day' } });
  await partner.client.realmConsoleCommand({ params, body: { command: '/login hunter2' } });
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'RESTART' } });
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await owner.client.realmWakersSet({ params, body: { wakers: 'MANAGERS' } });
  const address = freshAddress();
  await owner.client.realmRename({ params, body: { realmName: 'Renamed', domainName: address } });
  const told = await list(owner, id);
  expect(await list(partner, id)).toEqual(told);
  await partner.client.realmPartnerRemove({ params: { id, userId: partner.id } });

  expect(await deeds(id, 'create')).toMatchObject([[mine, 'PAGE', expect.stringMatching(/^Deeds \(a/)]]);
  expect(await deeds(id, 'partnerAdd', 'partnerRemove')).toEqual([
    [mine, 'PAGE', hers],
    [hers, 'PAGE', hers],
  ]);
  expect(await deeds(id, 'settings')).toEqual([[hers, 'PAGE', 'gameMode, commandBlocks']]);
  expect(await deeds(id, 'command')).toEqual([
    [hers, 'PAGE', 'time set day'],
    [hers, 'PAGE', '/login …'],
  ]);
  expect(await deeds(id, 'powerRestart', 'powerOff', 'wakers')).toEqual([
    [mine, 'PAGE', ''],
    [mine, 'PAGE', ''],
    [mine, 'PAGE', ''],
  ]);
  expect(await deeds(id, 'rename')).toEqual([[mine, 'PAGE', `Renamed (${address})`]]);
  await expect(list(partner, id)).rejects.toMatchObject({ code: 'realm_unknown' });
});

test('what is changed of the files is told, by the page, by an upload and by SFTP; what is read is not', async () => {
  const { id, address } = await makeRealm('Files');
  const params = { id };
  await api.runtime.place.folders.folder(id);
  const { client } = owner;
  const bytes = new TextEncoder().encode('motd=hi');
  await client.realmFolderCreate({ params, body: { path: 'config/a' } });
  await client.realmFileSave({ params, query: { path: 'config/a/b.txt' }, bytes });
  await client.realmFileText({ params, query: { path: 'config/a/b.txt' } });
  await client.realmFilesMove({ params, body: { moves: [{ from: 'config/a/b.txt', to: 'config/c.txt' }] } });
  await client.realmFilesRemove({ params, body: { paths: ['config/a', 'config/c.txt'] } });
  const none = client.realmFilesRemove({ params, body: { paths: ['config/none'] } });
  await expect(none).rejects.toMatchObject({ code: 'file_unknown' });
  const purpose = { kind: 'FILE' as const, realmId: id, path: 'plugins/one.jar' };
  const { id: uploadId } = await client.uploadStart({ body: { name: 'one.jar', size: bytes.length, purpose } });
  await client.uploadAppend({ params: { id: uploadId }, query: { offset: 0 }, bytes });
  await client.realmUploadFinish({ params, body: { uploadId, replace: false } });
  const sftp = await logInBySftp(api, partner.nickname);
  await sftp.put(`/${address}/config/d.txt`, 'x');
  await sftp.get(`/${address}/config/d.txt`);
  await sftp.rename(`/${address}/config/d.txt`, `/${address}/config/e.txt`);
  await sftp.call('unlink', `/${address}/config/e.txt`);
  sftp.ssh.end();

  const [mine, hers] = [owner.nickname, partner.nickname];
  expect(await deeds(id, 'folderCreate')).toEqual([[mine, 'PAGE', 'config/a']]);
  expect(await deeds(id, 'fileWrite')).toEqual([
    [mine, 'PAGE', 'config/a/b.txt'],
    [hers, 'SFTP', 'config/d.txt'],
  ]);
  expect(await deeds(id, 'fileUpload')).toEqual([[mine, 'PAGE', 'plugins/one.jar']]);
  expect(await deeds(id, 'fileMove')).toEqual([
    [mine, 'PAGE', 'config/a/b.txt → config/c.txt'],
    [hers, 'SFTP', 'config/d.txt → config/e.txt'],
  ]);
  expect(await deeds(id, 'fileRemove')).toEqual([
    [mine, 'PAGE', 'config/a'],
    [mine, 'PAGE', 'config/c.txt'],
    [hers, 'SFTP', 'config/e.txt'],
  ]);
});

test('a schedule and an operator are told of without a name', async () => {
  const { id } = await makeRealm('Others');
  const params = { id };
  const body = {
    name: 'Night',
    action: 'STOP' as const,
    command: null,
    time: '03:00',
    weekdays: [1],
    zone: 'Europe/Warsaw',
    enabled: true,
  };
  const { schedules } = await partner.client.realmScheduleCreate({ params, body });
  const ofSchedule = { id, scheduleId: schedules[0]?.id ?? '' };
  await owner.client.realmScheduleRun({ params: ofSchedule });
  await owner.client.realmScheduleDelete({ params: ofSchedule });
  const admin = await makeAdmin(api);
  await admin.client.adminRealmBlock({ params, body: { reason: 'It was rude' } });
  await admin.client.adminRealmUnblock({ params, body: { reason: 'It is not any more' } });
  const [mine, hers] = [owner.nickname, partner.nickname];
  expect(await deeds(id, 'scheduleCreate', 'scheduleRun', 'scheduleDelete')).toEqual([
    [hers, 'PAGE', 'Night'],
    [mine, 'PAGE', 'Night'],
    [mine, 'PAGE', 'Night'],
  ]);
  expect(await deeds(id, 'powerOff')).toEqual([[null, 'SCHEDULE', 'Night']]);
  expect(await deeds(id, 'block', 'unblock')).toEqual([
    [null, 'OPERATOR', 'It was rude'],
    [null, 'OPERATOR', 'It is not any more'],
  ]);
  const { items } = await owner.client.realmActivity({ params, query: { kind: 'SCHEDULES' } });
  expect(new Set(items.map(({ action }) => action))).toEqual(
    new Set(['scheduleCreate', 'scheduleRun', 'scheduleDelete']),
  );
});

test('what is done with backups is told, and of which', async () => {
  const { id } = await makeRealm('Backups');
  const params = { id };
  const { client } = owner;
  await untilPhase(client, id, 'READY');
  await mkdir(join(api.runtime.place.folders.path(id), 'world'), { recursive: true });
  await writeFile(join(api.runtime.place.folders.path(id), 'world/level.dat'), 'castle');
  await partner.client.realmBackupCreate({ params });
  const latest = async () => (await client.realmBackups({ params })).backups[0];
  await expect.poll(async () => (await latest())?.state).toBe('READY');
  const { id: backupId = '', created = '' } = (await latest()) ?? {};
  const ofBackup = { params: { id, backupId } };
  await client.realmBackupLink(ofBackup);
  await client.realmBackupRestore(ofBackup);
  await expect.poll(async () => (await client.realmBackups({ params })).restore?.state).toBe('DONE');
  await client.realmBackupDelete(ofBackup);
  const [mine, hers] = [owner.nickname, partner.nickname];
  expect(await deeds(id, 'backupCreate', 'backupDownload', 'backupRestore', 'backupDelete')).toEqual([
    [hers, 'PAGE', ''],
    [mine, 'PAGE', created],
    [mine, 'PAGE', created],
    [mine, 'PAGE', created],
  ]);
});

test('what did not happen is not told: refused, or rolled back', async () => {
  const [{ id }, { address }] = [await makeRealm('Mine'), await makeRealm('Taken')];
  const params = { id };
  const rename = owner.client.realmRename({ params, body: { realmName: 'Mine', domainName: address } });
  await expect(rename).rejects.toMatchObject({ code: 'realm_address_taken' });
  await expect(partner.client.realmWakersSet({ params, body: { wakers: 'MANAGERS' } })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
  expect(await deeds(id, 'rename', 'wakers', 'powerOn')).toEqual([]);
});

test('what is done at the same time is counted, each of it', async () => {
  const { id } = await makeRealm('Busy');
  const set = () => owner.client.realmWakersSet({ params: { id }, body: { wakers: 'MANAGERS' } });
  await Promise.all(Array.from({ length: 8 }, set));
  const entries = (await list(owner, id)).filter(({ action }) => action === 'wakers');
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(8);
});

test('of what is done very often the first fifty are named, in bounds, and the rest are counted', async () => {
  const { id } = await makeRealm('Flood');
  await api.app.ctx.db.transaction().execute(async (tx) => {
    for (let count = 0; count < 60; count += 1) {
      const what = `plugins/${'😀'.repeat(200)}\n${count}`;
      await recordActivity(tx, { realmId: id, actor: { userId: owner.id }, action: 'fileRemove', what });
    }
  });
  const { items } = await owner.client.realmActivity({ params: { id }, query: { kind: 'FILES' } });
  expect(items).toMatchObject([{ count: 60, action: 'fileRemove' }]);
  expect(items[0]?.items).toHaveLength(50);
  expect(items[0]?.items[0]?.what).toMatch(/^plugins\/(?:😀)+.?…$/u);
});

test('after ninety days it is gone, and of one person the newest thousand entries are kept', async () => {
  const { id } = await makeRealm('Old');
  const insert = `insert into realm_activity (realm_id, actor_id, via, action, items, slot, at)
    select $1, $2, 'PAGE', 'powerOn', '[{"at": "2026-01-01T00:00:00Z", "what": ""}]', n, now() - $3::interval - n * interval '1 second'
    from generate_series(1, $4) n`;
  await sql(insert, [id, owner.id, '90 days', 3]);
  const rest = (await list(owner, id)).length;
  expect(await deeds(id, 'powerOn')).toEqual([]);
  await activitySweep(api.app.ctx);
  const rows = async (userId: string) =>
    (await sql('select id from realm_activity where realm_id = $1 and actor_id = $2', [id, userId])).length;
  expect(await rows(owner.id)).toBe(rest);
  await sql(insert, [id, owner.id, '1 hour', 1100]);
  await sql(insert, [id, partner.id, '2 hours', 3]);
  await activitySweep(api.app.ctx);
  expect(await rows(owner.id)).toBe(1000);
  expect(await rows(partner.id)).toBe(3);
});
