import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress, makeUser, realmBody } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

test('says of an address whether it is free, whatever its case', async () => {
  const [{ client }, other] = await Promise.all([makeUser(api), makeUser(api)]);
  const address = freshAddress();
  const state = async (text: string) => (await other.client.realmAddress({ query: { address: text } })).state;
  await expect(state(address)).resolves.toBe('free');
  const { id } = await client.realmCreate({ body: realmBody('My Castle', address) });
  await expect(state(address.toUpperCase())).resolves.toBe('taken');
  await expect(state('WWW')).resolves.toBe('reserved');
  await expect(state('-ab')).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  await client.realmDelete({ params: { id } });
  await expect(state(address)).resolves.toBe('free');
  await expect(api.anonymous.realmAddress({ query: { address } })).rejects.toMatchObject({ status: 401 });
});

test('tells nobody about more addresses than they could type', async () => {
  const { client } = await makeUser(api);
  const asked = await Promise.allSettled(
    Array.from({ length: 125 }, () => client.realmAddress({ query: { address: 'castle' } })),
  );
  const refused = asked.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused).toHaveLength(5);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 429, code: 'rate_limited' });
});
