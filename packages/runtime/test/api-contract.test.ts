import { StandInApiServer } from '@realmkeep/testkit/cluster/api-server';
import { describeApi } from './api-contract.ts';

describeApi('a stand-in', async () => {
  const server = new StandInApiServer();
  await server.start();
  const credentials = '/nowhere';
  const guarded = new StandInApiServer();
  guarded.token = 'another';
  await guarded.start();
  return {
    address: { url: server.url, namespace: 'realms', credentials },
    bookmark: () => server.bookmark(),
    forget: async () => server.forget(),
    take: async (pod) => server.take('pods', pod),
    stranger: { url: guarded.url, namespace: 'realms', credentials },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await guarded.stop();
    },
  };
});
