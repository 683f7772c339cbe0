import { describeRuntime } from '../src/conformance.ts';
import { describeApi } from './api-contract.ts';
import { describeCluster } from './kubernetes-cluster-suite.ts';
import { makeRealApi, makeRealPlace } from './real-cluster.ts';

describeApi('a cluster', makeRealApi);

describeRuntime('kubernetes, on a cluster', async () => ({
  ...(await makeRealPlace()),
  map: 'meadow',
  unknownMap: 'nowhere',
  sayCommand: 'say',
}));

describeCluster('a cluster', makeRealPlace);
