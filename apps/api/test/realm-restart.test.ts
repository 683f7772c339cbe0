import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRealm, nextFencingToken } from '../src/domains/realms/realm-queries.ts';
import { freshAddress, makeUser, realmBody, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

test('a restart ends the run that was seen and begins another, and is asked for of a running realm alone', async () => {
  const { client } = await makeUser(api);
  const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await untilPhase(client, id, 'READY');
  const token = () => api.runtime.place.realms.get(id)?.fencingToken ?? 0;
  const restart = () => client.realmPowerSet({ params: { realmId: id }, body: { power: 'RESTART' } });
  const first = token();
  await expect(restart()).resolves.toMatchObject({ status: 'ON', phase: 'STOPPING' });
  await expect.poll(token).toBeGreaterThan(first);
  await untilPhase(client, id, 'READY');

  // Ten at once cause one new run, not ten: each ends only the run it saw.
  const second = token();
  await Promise.all(Array.from({ length: 10 }, restart));
  await expect.poll(token).toBeGreaterThan(second);
  await untilPhase(client, id, 'READY');
  const third = token();

  api.runtime.hold(id);
  await restart();
  await untilPhase(client, id, 'STARTING');
  await expect.poll(token).toBeGreaterThan(third);
  const fourth = token();
  await expect(restart()).resolves.toMatchObject({ phase: 'STARTING' });
  api.runtime.release(id);
  await untilPhase(client, id, 'READY');
  expect(token()).toBe(fourth);

  await client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
  await untilPhase(client, id, 'OFF');
  await expect(restart()).resolves.toMatchObject({ status: 'OFF', phase: 'OFF' });
});

test('a fencing token that no start can have had is refused, and one of a restored database is passed', async () => {
  const { client } = await makeUser(api);
  const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await untilPhase(client, id, 'READY');
  const { db } = api.app.ctx;
  const row = await findRealm(db, id);
  if (!row) throw new Error('there is no row');
  await expect(nextFencingToken(db, row, 2_147_483_646)).rejects.toThrow('reports the fencing token 2147483646');
  await expect(nextFencingToken(db, row, row.lease + 500)).resolves.toBe(row.lease + 501);
});
