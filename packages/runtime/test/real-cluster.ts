import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stored } from '@realmkeep/testkit/cluster/api-server';
import { testCluster } from '@realmkeep/testkit/cluster/config';
import type { ClusterAddress } from '../src/kubernetes/kube-client.ts';
import { nameOf } from '../src/kubernetes/manifests.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { readRun } from '../src/local/folder/realm-record.ts';
import type { ApiForTest } from './api-contract.ts';
import { type KubernetesPlaceForTest, placeIn } from './kubernetes-place.ts';

/** The cluster that bin/cluster-test has started, in whose namespaces the tests run: deploy/test-cluster/cluster.sh. */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const scripts = join(root, 'deploy/test-cluster');
const productNamespace = 'realmkeep-tests';
const { state, image } = testCluster;

async function kubectl(...args: string[]): Promise<string> {
  return (await run('kubectl', args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

async function apply(manifests: string): Promise<void> {
  const child = spawn('kubectl', ['apply', '-f', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end(manifests);
  const said = await text(child.stderr);
  if (said !== '') throw new Error(said);
}

/** A namespace of realms, and the api's account, as the chart has them. */
async function newNamespace(): Promise<ClusterAddress> {
  const namespace = `realms-${randomBytes(4).toString('hex')}`;
  await apply(JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: productNamespace } }));
  const chart = ['template', 'realmkeep', join(root, 'deploy/chart'), '-n', productNamespace];
  const parts = ['realms', 'network-policies'].flatMap((part) => ['--show-only', `templates/${part}.yaml`]);
  await apply((await run('helm', [...chart, ...parts, '--set', `realms.namespace=${namespace}`])).stdout);
  const credentials = await mkdtemp(join(state, 'account-'));
  await writeFile(join(credentials, 'ca.crt'), await readFile(join(state, 'pki/ca.crt')));
  const token = await kubectl('create', 'token', 'realmkeep-api', '-n', productNamespace, '--duration=24h');
  await writeFile(join(credentials, 'token'), token);
  return { url: 'https://10.99.0.1:6443', namespace, credentials };
}

async function endNamespace({ namespace }: ClusterAddress): Promise<void> {
  // What is left on nodes that there are not would be waited for.
  await kubectl('delete', 'pods', '--all', '-n', namespace, '--wait=false', '--grace-period=1');
  await kubectl('delete', 'namespace', namespace, '--wait=false');
}

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
      await killApiServer();
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
  const inside = ['-n', address.namespace];
  const settings = {
    image,
    javaImages: [],
    storageClass: null,
    volumeAccess: 'ReadWriteOncePod',
    volumeGiB: 1,
  } as const;

  /** What there was when the API server was ended, while it is away. */
  let last: Map<string, Stored[]> | null = null;
  const all = async (resource: string): Promise<Stored[]> => {
    const known = last?.get(resource);
    if (known) return known;
    const { items } = JSON.parse(await kubectl('get', resource, ...inside, '-o', 'json')) as { items: Stored[] };
    // Every namespace has some of its own.
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
    return uid === undefined ? [] : processesOf(uid);
  };

  const startApi = async (): Promise<void> => {
    await startApiServer();
    last = null;
  };

  return {
    ...placeIn(address, settings, async (realmId) => {
      const volume = (await find('persistentvolumeclaims', nameOf(realmId)))?.spec.volumeName ?? 'none';
      const written = readRun(realmPaths(join(state, 'volumes', volume), realmId))?.pid;
      return (await pids(nameOf(realmId))).find((one) => one.inside === written)?.pid ?? 0;
    }),
    noticedWithinMs: 30_000,
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
      cutOff: (node) => link(node, 'down'),
      rejoin: (node) => link(node, 'up'),
      evict: async (node) => {
        for (const pod of await podsOn(node)) await deletePod(pod);
      },
      remove: async (node) => {
        process.kill(Number(await readFile(join(state, `${node}.pid`), 'utf8')), 'SIGKILL');
        await kubectl('delete', 'node', node);
      },
      stopApi: async () => {
        const before = new Map<string, Stored[]>();
        for (const resource of ['pods', 'persistentvolumeclaims']) before.set(resource, await all(resource));
        last = before;
        await killApiServer();
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

async function killApiServer(): Promise<void> {
  process.kill(Number(await readFile(join(state, 'apiserver.pid'), 'utf8')), 'SIGKILL');
}

async function startApiServer(): Promise<void> {
  await run(join(scripts, 'start-apiserver.sh'));
}

async function link(node: string, to: 'up' | 'down'): Promise<void> {
  await run('ip', ['link', 'set', node, to]);
}

/** Those that tests have taken away or cut off. */
async function restoreNodes(): Promise<void> {
  const present = await kubectl('get', 'nodes', '-o', 'name');
  for (const number of [1, 2]) {
    const node = `node-${number}`;
    if (!present.includes(node)) await run(join(scripts, 'start-node.sh'), [String(number)]);
    await link(node, 'up');
  }
  for (const node of ['node-1', 'node-2']) {
    await kubectl('wait', '--for=create', `node/${node}`, '--timeout=120s');
    await kubectl('wait', '--for=condition=Ready', `node/${node}`, '--timeout=120s');
  }
}

/** The processes of a pod, by their ids here and in the pod. */
function processesOf(podUid: string): { pid: number; inside: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/cgroup`, 'utf8').includes(`pod${podUid}`)) return [];
        const [, ids = ''] = /^NSpid:\t(.*)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
        return [{ pid: Number(name), inside: Number(ids.split('\t').at(-1)) }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function isPause(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/pause');
}
