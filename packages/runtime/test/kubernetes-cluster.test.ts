import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeImage } from '@realmkeep/testkit/cluster/image';
import { afterAll, expect, test } from 'vitest';
import { nameOf } from '../src/kubernetes/manifests.ts';
import { testJavaInPod, told, withinMs } from './java-in-pod-suite.ts';
import { describeCluster } from './kubernetes-cluster-suite.ts';
import { makeKubernetesPlace } from './kubernetes-place.ts';
import { testSpec } from './test-spec.ts';

const endedAfterMs = 300;
const folder = await mkdtemp(join(tmpdir(), 'realmkeep-image-'));
await chmod(folder, 0o711);
const image = await makeImage(folder);
// A pod without calls soon ends.
image.env['POD_IDLE_MS'] = '1000';
afterAll(() => rm(folder, { recursive: true, force: true }));

describeCluster('a stand-in', () => makeKubernetesPlace(image, { endedAfterMs }));

testJavaInPod('a stand-in', () => makeKubernetesPlace(image));

test(
  'a pod tells the driver that has made it where it is, before its node tells anybody',
  { timeout: withinMs },
  async () => {
    const { promise: begun, resolve: tellsOthers } = Promise.withResolvers<void>();
    await using place = await makeKubernetesPlace(image, { begun });
    const runtime = await place.driver({ ownAddress: place.ownAddress });
    const other = await place.driver();
    const spec = testSpec('meadow');
    await runtime.ensure(spec, 1);
    const { endpoint } = await told(runtime, 'READY');
    expect((await place.cluster.find('pods', nameOf(spec.realmId)))?.status.podIP).toBeUndefined();
    // Drivers that have not created it learn about it as usual.
    tellsOthers();
    expect((await told(other, 'READY')).endpoint).toEqual(endpoint);
    await runtime.destroy(spec.realmId);
    await runtime.close();
    await other.close();
  },
);

test('how a realm has ended is known of its pod, though a new driver learns of pods first', async () => {
  await using place = await makeKubernetesPlace(image);
  const { server, cluster } = place;
  const first = await place.driver();
  const { realmId, ...spec } = testSpec('meadow');
  await first.ensure({ realmId, ...spec }, 1);
  await told(first, 'READY');
  await first.close();
  await place.kill(realmId);
  const phase = async () => (await cluster.find('pods', nameOf(realmId)))?.status.phase as unknown;
  await expect.poll(phase).toBe('Succeeded');

  const { promise, resolve: listClaims } = Promise.withResolvers<void>();
  server.listedAfter.set('persistentvolumeclaims', promise);
  server.calls.length = 0;
  const opened = place.driver();
  // By then it knows all listed pods.
  await expect.poll(() => server.calls).toContain('watch pods');
  listClaims();
  const next = await opened;
  expect(await next.inspect(realmId)).toMatchObject({ phase: 'EXITED', exit: { asked: false, signal: 'SIGKILL' } });
  await expect.poll(() => cluster.all('pods')).toEqual([]);
  await next.close();
});
