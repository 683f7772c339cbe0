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

test('a fencing token that a realm has forged, or a restored database lacks, is passed, and uses up none of the others', async () => {
  const { client } = await makeUser(api);
  const { client: neighbour } = await makeUser(api);
  const { db } = api.app.ctx;
  const rowOf = async (one: typeof client) => {
    const { id } = await one.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(one, id, 'READY');
    const row = await findRealm(db, id);
    if (!row) throw new Error('there is no row');
    return row;
  };
  const [row, other] = [await rowOf(client), await rowOf(neighbour)];
  await expect(nextFencingToken(db, row, 2_000_000_000)).resolves.toBe(2_000_000_001);
  await expect(nextFencingToken(db, row, 0)).resolves.toBe(2_000_000_002);
  await expect(nextFencingToken(db, row, 2_147_483_647)).rejects.toThrow('out of range');
  await expect(nextFencingToken(db, other, other.lease)).resolves.toBeLessThan(1_000_000);
});
