import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stored } from '@realmkeep/testkit/cluster/api-server';
import { testCluster } from '@realmkeep/testkit/cluster/config';
import {
  apply,
  endNamespace,
  kubectl,
  newNamespace,
  processesOfPod,
  removeNode,
  restoreNodes,
  setLink,
  signalApiServer,
  startApiServer,
  volumeFolder,
} from '@realmkeep/testkit/cluster/real-cluster';
import { nameOf } from '../src/kubernetes/manifests.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { readRun } from '../src/local/folder/realm-record.ts';
import type { ApiForTest } from './api-contract.ts';
import { type KubernetesPlaceForTest, placeIn } from './kubernetes-place.ts';

/** Adapts the cluster of bin/cluster-test to the suites for clusters. */

const { image, javaImage, machine } = testCluster;

/** Sends its argument to the realm's database at the address its programs use, and prints the answer. */
const asking = "const s = net.connect(5432, '127.0.0.1'); s.write(process.argv[1]); s.pipe(process.stdout)";

export async function makeRealApi(): Promise<ApiForTest> {
  const address = await newNamespace();
  const credentials = join(address.credentials, 'stranger');
  await mkdir(credentials);
  await writeFile(join(credentials, 'ca.crt'), await readFile(join(address.credentials, 'ca.crt')));
  await writeFile(join(credentials, 'token'), 'nobody');
  return {
    address,
    bookmark: () => undefined,
    forget: async () => {
      await signalApiServer('SIGKILL');
      await startApiServer();
    },
    take: async (pod) =>
      void (await kubectl('delete', 'pod', pod, '-n', address.namespace, '--force', '--grace-period=0')),
    stranger: { ...address, credentials },
    [Symbol.asyncDispose]: () => endNamespace(address),
  };
}

export async function makeRealPlace(): Promise<KubernetesPlaceForTest> {
  const address = await newNamespace();
  await apply(JSON.stringify(callsAtAnyPort(address.namespace)));
  const inside = ['-n', address.namespace];
  const settings = {
    image,
    javaImages: [javaImage],
    storageClass: null,
    volumeAccess: 'ReadWriteOncePod',
    volumeGiB: 1,
  } as const;

  /** The objects at the moment the API server was stopped, while it is down. */
  let last: Map<string, Stored[]> | null = null;
  const all = async (resource: string): Promise<Stored[]> => {
    const known = last?.get(resource);
    if (known) return known;
    const { items } = JSON.parse(await kubectl('get', resource, ...inside, '-o', 'json')) as { items: Stored[] };
    // Every namespace has some objects of the cluster's own.
    return items.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/managed-by'] === 'realmkeep');
  };
  const find = async (resource: string, name: string): Promise<Stored | null> =>
    (await all(resource)).find(({ metadata }) => metadata.name === name) ?? null;
  const nodeOf = async (pod: string): Promise<string> => (await find('pods', pod))?.spec.nodeName ?? '';
  const deletePod = async (pod: string): Promise<void> =>
    void (await kubectl('delete', 'pod', pod, ...inside, '--wait=false'));
  const podsOn = async (node: string): Promise<string[]> =>
    (await all('pods')).filter(({ spec }) => spec.nodeName === node).map(({ metadata }) => metadata.name);
  const pids = async (pod: string): Promise<{ pid: number; inside: number }[]> => {
    const uid = (await find('pods', pod))?.metadata.uid;
    return uid === undefined ? [] : processesOfPod(uid);
  };

  const startApi = async (): Promise<void> => {
    await startApiServer();
    last = null;
  };

  return {
    ...placeIn(
      address,
      settings,
      async (realmId) => {
        const volume = (await find('persistentvolumeclaims', nameOf(realmId)))?.spec.volumeName ?? 'none';
        const written = readRun(realmPaths(volumeFolder(volume), realmId))?.pid;
        return (await pids(nameOf(realmId))).find((one) => one.inside === written)?.pid ?? 0;
      },
      // As with the chart, pods report where they are.
      { ownAddress: machine },
    ),
    ownAddress: machine,
    noticedWithinMs: 30_000,
    askDatabase: async (realmId, words) =>
      kubectl('exec', nameOf(realmId), ...inside, '--', '/usr/local/bin/node', '--eval', asking, words),
    cluster: {
      all,
      find,
      nodeOf,
      runs: async (pod) => (await pids(pod)).length > 1,
      deletePod,
      killPod: async (pod) => {
        const first = (await pids(pod)).find(({ inside: pid, pid: outside }) => pid === 1 && !isPause(outside));
        process.kill(first?.pid ?? 0, 'SIGKILL');
      },
      cordon: async (node) => void (await kubectl('cordon', node)),
      uncordon: async (node) => void (await kubectl('uncordon', node)),
      cutOff: (node) => setLink(node, 'down'),
      rejoin: (node) => setLink(node, 'up'),
      evict: async (node) => {
        for (const pod of await podsOn(node)) await deletePod(pod);
      },
      remove: removeNode,
      stopApi: async () => {
        const before = new Map<string, Stored[]>();
        for (const resource of ['pods', 'persistentvolumeclaims']) before.set(resource, await all(resource));
        last = before;
        await signalApiServer('SIGKILL');
      },
      startApi,
    },
    [Symbol.asyncDispose]: async () => {
      if (last !== null) await startApi();
      await endNamespace(address);
      await restoreNodes();
    },
  };
}

function isPause(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/pause');
}

/** The chart lets pods call one port of the api, but a test has many drivers, each with its own port. */
function callsAtAnyPort(namespace: string): object {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'calls-at-any-port', namespace },
    spec: {
      podSelector: {},
      policyTypes: ['Egress'],
      egress: [{ to: [{ ipBlock: { cidr: `${machine}/32` } }] }],
    },
  };
}
