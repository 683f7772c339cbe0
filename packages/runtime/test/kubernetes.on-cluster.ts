import { expect, test } from 'vitest';
import { describeRuntime } from '../src/conformance.ts';
import { nameOf } from '../src/kubernetes/manifests.ts';
import { describeApi } from './api-contract.ts';
import { testJavaInPod, told } from './java-in-pod-suite.ts';
import { describeCluster } from './kubernetes-cluster-suite.ts';
import { makeRealApi, makeRealPlace } from './real-cluster.ts';
import { testSpec } from './test-spec.ts';
import { withoutAddresses } from './without-addresses.ts';

describeApi('a cluster', makeRealApi);

describeRuntime('kubernetes, on a cluster', async () => ({
  ...(await makeRealPlace()),
  map: 'meadow',
  unknownMap: 'nowhere',
  sayCommand: 'say',
}));

describeCluster('a cluster', makeRealPlace);

test('a pod tells the driver that has made it where it is, though the cluster does not', async () => {
  await using place = await makeRealPlace();
  await using silent = await withoutAddresses(place.address);
  const runtime = await place.driver({ cluster: silent, ownAddress: place.ownAddress });
  const spec = testSpec('meadow');
  await runtime.ensure(spec, 1);
  const { endpoint } = await told(runtime, 'READY');
  // The realm's hello is faster than its node's report.
  const where = async () => ({
    host: (await place.cluster.find('pods', nameOf(spec.realmId)))?.status.podIP as unknown,
  });
  await expect.poll(where).toEqual({ host: expect.any(String) });
  expect(endpoint).toMatchObject(await where());
  await runtime.destroy(spec.realmId);
  await runtime.close();
});

testJavaInPod('a cluster', makeRealPlace);
