import type { GatewayMessage } from '@realmkeep/contract';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { expect, test } from 'vitest';
import { askInternal } from './ask-internal.ts';
import { freshAddress, makeUser, realmBody, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

/** Two realms of the smallest plan. */
const environment = { REALM_MEMORY_MIB: '800' };

interface Owned {
  owner: TestUser;
  id: string;
}

async function newRealm(api: TestApi): Promise<Owned> {
  const owner = await makeUser(api);
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  return { owner, id };
}

const live = ({ owner, id }: Owned) => owner.client.realmPower({ query: { id } });
const power = ({ owner, id }: Owned, to: 'ON' | 'OFF') =>
  owner.client.realmPowerSet({ params: { realmId: id }, body: { power: to } });
const reaches = (realm: Owned, phase: string, queue: number | null = null) =>
  expect.poll(() => live(realm)).toMatchObject({ phase, queue });

async function routeOf(api: TestApi, id: string) {
  const token = api.config.secrets.gatewayToken;
  const reader = (await askInternal(api, '/internal/routes', { token })).body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  const [line = ''] = Buffer.from(piece?.value ?? [])
    .toString()
    .split('\n');
  const message = JSON.parse(line) as GatewayMessage;
  return message.type === 'routes' ? message.routes.find(({ realmId }) => realmId === id) : undefined;
}

test('realms start as far as there is memory; the others wait in their places, through a restart, and are told', async () => {
  const databaseUrl = await createTestDatabase();
  const before = await startTestApi({ databaseUrl, environment });
  const [first, second] = [await newRealm(before), await newRealm(before)];
  await reaches(first, 'READY');
  await reaches(second, 'READY');
  const third = await newRealm(before);
  await reaches(third, 'QUEUED', 1);
  const fourth = await newRealm(before);
  await reaches(fourth, 'QUEUED', 2);
  await expect.poll(() => routeOf(before, fourth.id)).toMatchObject({ state: 'WAITING', place: 2 });
  await before[Symbol.asyncDispose]();

  const runtime = createFakeRuntime({ place: before.runtime.place });
  await using api = await startTestApi({ databaseUrl, environment, runtime });
  const again = ({ owner, id }: Owned): Owned => ({
    id,
    owner: { ...owner, client: api.clientWith(owner.tokens.token) },
  });
  const [a, b, c, d] = [again(first), again(second), again(third), again(fourth)];
  await reaches(c, 'QUEUED', 1);
  await reaches(d, 'QUEUED', 2);
  await reaches(a, 'READY');

  // Freed memory goes to the first, and the next moves up.
  await power(b, 'OFF');
  await reaches(c, 'READY');
  await reaches(d, 'QUEUED', 1);
  // A realm that stops waiting is in nobody's way, and rejoins at the end.
  await power(b, 'ON');
  await reaches(b, 'QUEUED', 2);
  await power(d, 'OFF');
  await reaches(b, 'QUEUED', 1);
  // A waking realm waits as well.
  api.runtime.emitState(a.id, { emptySince: Date.now() - 3_600_000 * 3 });
  await reaches(a, 'SLEEPING');
  await reaches(b, 'READY');
  await power(a, 'ON');
  await reaches(a, 'QUEUED', 1);
}, 90_000);
