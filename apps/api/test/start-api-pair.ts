import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

export interface ApiPair extends AsyncDisposable {
  /** Has begun first, so it leads. */
  one: TestApi;
  other: TestApi;
}

/** Two apis, as replicas are: on one database, each with its own driver over the place where realms run, and the same data folder and providers. */
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

/** A realm that runs, of an owner who may have all that a plan gives. */
export async function makeRealmAt(api: TestApi): Promise<OwnedRealm> {
  const owner = await makeUser(api, 'GHAST');
  const address = freshAddress();
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', address) });
  await untilPhase(owner.client, id, 'READY');
  return { owner, id, address };
}
