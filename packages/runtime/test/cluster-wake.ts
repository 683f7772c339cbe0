import { loadavg } from 'node:os';
import { KubeClient } from '../src/kubernetes/kube-client.ts';
import { Pod, runs, WatchEvent } from '../src/kubernetes/kube-objects.ts';
import { nameOf, podBody, selector } from '../src/kubernetes/manifests.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import { makeRealPlace } from './real-cluster.ts';
import { testSpec } from './test-spec.ts';

/**
 * How long a realm of a cluster takes to wake, until players can join it, when its node tells where it is and when it does so itself, beside a pod of the same
 * image that does nothing until its node says that it runs, in turns: `bin/cluster-test node packages/runtime/test/cluster-wake.ts`, some three minutes. Its volume
 * needs no attaching.
 */

const rounds = 20;
const withinMs = 60_000;
const graceMs = 20_000;

await using place = await makeRealPlace();
/** Of this machine, as pods reach it. */
const { hostname: ownAddress } = new URL(place.address.url);
const [byNode, byItself] = [await place.driver(), await place.driver({ ownAddress })];
const client = new KubeClient(place.address);
const spec = testSpec('meadow');
const { realmId } = spec;

const bare: number[] = [];
const told: number[] = [];
const telling: number[] = [];
// The first of each loads what all need, and does not count.
for (let round = 0; round <= rounds; round += 1) {
  const bareMs = await startBare(`bare-${round}`);
  const toldMs = await wake(byNode, 2 * round + 1);
  const tellingMs = await wake(byItself, 2 * round + 2);
  if (round === 0) continue;
  bare.push(bareMs);
  told.push(toldMs);
  telling.push(tellingMs);
}
const all = {
  'bare pod until it runs': bare,
  'realm until it is ready, its address told by its node': told,
  'realm until it is ready, its address told by itself': telling,
};
for (const [what, times] of Object.entries(all)) {
  const slowest = Math.max(...times);
  console.log(`${what}: median ${median(times).toFixed(0)} ms, slowest of ${rounds} ${slowest.toFixed(0)} ms`);
}
console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
await byItself.destroy(realmId);
await byItself.close();
await byNode.close();
client.close();

async function wake(runtime: RealmRuntime, fencingToken: number): Promise<number> {
  const began = performance.now();
  await runtime.ensure(spec, fencingToken);
  for await (const observed of runtime.watch(AbortSignal.timeout(withinMs)))
    if (observed.realmId === realmId && observed.phase === 'READY') break;
  const milliseconds = performance.now() - began;
  await runtime.stop(realmId, graceMs);
  await podBecomes(nameOf(realmId), (pod) => pod === null);
  return milliseconds;
}

async function startBare(name: string): Promise<number> {
  const shape = { image: place.settings.image, limits: null };
  const labels = { 'realmkeep.io/bare': 'true' };
  const body = podBody({
    name,
    labels,
    secret: 'none',
    number: 1,
    shape,
    hasVolume: false,
    node: null,
    told: {},
  }) as {
    spec: { containers: { env?: object[]; command?: string[] }[] };
  };
  for (const container of body.spec.containers) {
    delete container.env;
    container.command = ['/usr/local/bin/node', '--eval', 'setTimeout(() => {}, 60_000)'];
  }
  const began = performance.now();
  await client.create('pods', body);
  await podBecomes(name, (pod) => pod !== null && runs(pod));
  const milliseconds = performance.now() - began;
  await client.remove('pods', name, undefined, 0);
  await podBecomes(name, (pod) => pod === null);
  return milliseconds;
}

/** Follows what the cluster says of one pod. @param condition of it; null: it is gone */
async function podBecomes(name: string, condition: (pod: Pod | null) => boolean): Promise<void> {
  const closing = new AbortController();
  let pod: Pod | null = null;
  // Without a version a watch begins with what there is.
  const query = { labelSelector: selector, fieldSelector: `metadata.name=${name}` };
  const { items } = (await client.list('pods', query)) as { items: unknown[] };
  pod = items.length > 0 ? Pod.parse(items[0]) : null;
  if (condition(pod)) return;
  for await (const line of client.watch('pods', query, closing.signal, withinMs)) {
    const { type, object } = WatchEvent.parse(line);
    pod = type === 'DELETED' ? null : Pod.parse(object);
    if (condition(pod)) return;
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;
}
