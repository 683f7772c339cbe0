import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

export interface ApiPair extends AsyncDisposable {
  /** The leader, because it was started first. */
  one: TestApi;
  other: TestApi;
}

/** Two replicas of an api: they share the database, data folder and providers, and each has its own driver for the same realms. */
export async function startApiPair(options: Omit<TestApiOptions, 'databaseUrl' | 'runtime'> = {}): Promise<ApiPair> {
  const databaseUrl = await createTestDatabase();
  const one = await startTestApi({ ...options, databaseUrl });
  const { runtime, providers } = one;
  const other = await startTestApi({
    ...options,
    databaseUrl,
    environment: { ...options.environment, DATA_DIR: one.config.dataDir },
    runtime: createFakeRuntime({ place: runtime.place }),
    ...(providers && { providers }),
  });
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
    },
  };
}

/** The same user's client at a replica. */
export const clientAt = (api: TestApi, { tokens }: { tokens: { token: string } }) => api.clientWith(tokens.token);

export interface OwnedRealm {
  owner: TestUser;
  id: string;
  address: string;
}

/** A running realm whose owner has the largest plan. */
export async function makeRealmAt(api: TestApi): Promise<OwnedRealm> {
  const owner = await makeUser(api, 'GHAST');
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', address) });
  await untilPhase(owner.client, id, 'READY');
  return { owner, id, address };
}
