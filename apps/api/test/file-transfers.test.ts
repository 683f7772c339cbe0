import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSql } from '@realmkeep/testkit/sql';
import { becomes } from '@realmkeep/testkit/becomes';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeUser } from './people.ts';
import { makeRealmAt, type OwnedRealm } from './start-api-pair.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let realm: OwnedRealm;
beforeAll(async () => {
  api = await startTestApi();
  realm = await makeRealmAt(api);
});
afterAll(() => api[Symbol.asyncDispose]());

const inFolder = (path: string) => join(api.runtime.place.folders.path(realm.id), path);

async function upload(path: string, words: string): Promise<() => Promise<unknown>> {
  const { client } = realm.owner;
  const bytes = new TextEncoder().encode(words);
  const purpose = { kind: 'FILE' as const, realmId: realm.id, path };
  const { id: uploadId } = await client.uploadStart({ body: { name: 'a file', size: bytes.length, purpose } });
  await client.uploadAppend({ params: { id: uploadId }, query: { offset: 0 }, bytes });
  return () => client.realmUploadFinish({ params: { id: realm.id }, body: { uploadId, replace: false } });
}

test('an upload that was placed and not noted is finished by the next attempt, and no other file is taken for it', async () => {
  const [finish, another] = [await upload('config/one', 'words'), await upload('config/one', 'other')];
  const { databaseUrl } = api.config;
  const holding = new Client({ connectionString: databaseUrl });
  await holding.connect();
  await holding.query('begin');
  await holding.query('select from realms where id = $1 for update', [realm.id]);
  const first = finish().catch((error: unknown) => error);
  // Its connection breaks where it would be noted.
  await becomes(() =>
    runSql(
      databaseUrl,
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%activity%'`,
      [],
    ),
  ).toEqual([{ ended: true }]);
  expect(await first).toMatchObject({ type: 'server' });
  await holding.query('rollback');
  await holding.end();
  expect(readFileSync(inFolder('config/one'), 'utf8')).toBe('words');

  await expect(another()).rejects.toMatchObject({ code: 'file_exists' });
  await expect(finish()).resolves.toMatchObject({ name: 'one', bytes: 5 });
  await expect(finish()).rejects.toMatchObject({ code: 'upload_unknown' });
  expect(readFileSync(inFolder('config/one'), 'utf8')).toBe('words');
});

test('a co-owner who is removed while the first bytes are read gets none of them', async () => {
  const partner = await makeUser(api);
  const params = { id: realm.id };
  await realm.owner.client.realmPartnerAdd({ params, body: { username: partner.nickname } });
  writeFileSync(inFolder('logs/secret'), 'secret');
  const { url } = await partner.client.realmFileLink({ params, body: { path: 'logs/secret' } });
  const [reading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const files = api.runtime.files.bind(api.runtime);
  const spy = vi.spyOn(api.runtime, 'files').mockImplementation((id) => {
    const own = files(id);
    return {
      ...own,
      async read(...words) {
        reading.resolve();
        await released.promise;
        return own.read(...words);
      },
    };
  });
  try {
    const response = fetch(api.url + url);
    await reading.promise;
    const heard = Promise.withResolvers<void>();
    const unlisten = api.app.ctx.directory.onChange(({ id, of }) => {
      if (id === realm.id && of === 'row') heard.resolve();
    });
    await realm.owner.client.realmPartnerRemove({ params: { id: realm.id, userId: partner.id } });
    await heard.promise;
    unlisten();
    released.resolve();
    expect(await (await response).text()).not.toContain('secret');
  } finally {
    released.resolve();
    spy.mockRestore();
  }
});
