import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StandInApiServer, type Stored } from '@realmkeep/testkit/cluster/api-server';
import { type Image, StandInNodes } from '@realmkeep/testkit/cluster/nodes';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import { createKubernetesRuntime, type KubernetesRuntimeOptions } from '../src/kubernetes/kubernetes-runtime.ts';
import type { ClusterAddress } from '../src/kubernetes/kube-client.ts';
import { type ClusterSettings, nameOf } from '../src/kubernetes/manifests.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { readRun } from '../src/local/folder/realm-record.ts';
import { doorSocket } from '../src/remote/remote-calls.ts';
import { isAlive } from '../src/local/process/process-identity.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import { gone } from './local-place.ts';

const standInSilenceMs = 3000;

const settings: ClusterSettings = {
  image: 'realmkeep-realm:test',
  // The stand-in for a node uses the machine's own Java.
  javaImages: [{ major: 17, image: 'realmkeep-realm-java17:test' }],
  storageClass: null,
  volumeAccess: 'ReadWriteOncePod',
  volumeGiB: 1,
};

/** What tests do to a cluster of two nodes, and observe of it. */
interface ClusterForTest {
  all(resource: string): Promise<Stored[]>;
  find(resource: string, name: string): Promise<Stored | null>;
  nodeOf(pod: string): Promise<string>;
  /** Whether its program is running. */
  runs(pod: string): Promise<boolean>;
  /** Deletes a pod, as draining a node does. */
  deletePod(pod: string): Promise<void>;
  /** Kills a pod's program, as Linux does when memory is short. */
  killPod(pod: string): Promise<void>;
  /** Makes a node unschedulable. */
  cordon(node: string): Promise<void>;
  uncordon(node: string): Promise<void>;
  /** Cuts a node and its pods off from the network; they run on. */
  cutOff(node: string): Promise<void>;
  rejoin(node: string): Promise<void>;
  /** Deletes a node's pods, as the cluster does when it has not heard from the node for long: it waits for their end. */
  evict(node: string): Promise<void>;
  /** Turns the machine off, which the cluster knows. */
  remove(node: string): Promise<void>;
  stopApi(): Promise<void>;
  startApi(): Promise<void>;
}

/** A cluster for a test's realms. */
export interface KubernetesPlaceForTest extends AsyncDisposable {
  address: ClusterAddress;
  cluster: ClusterForTest;
  settings: ClusterSettings;
  /** The address at which pods reach this process. */
  ownAddress: string;
  /** Milliseconds until a missing image is noticed. */
  noticedWithinMs: number;
  driver(options?: Partial<KubernetesRuntimeOptions>): Promise<RealmRuntime>;
  /** The pid of the realm's own process. */
  pid(realmId: string): Promise<number>;
  kill(realmId: string): Promise<void>;
  /** @returns what the realm's database answers to a program in its pod */
  askDatabase(realmId: string, words: string): Promise<string>;
}

/** @param pid returns the pid of the realm's own process @param usual default options of its drivers */
export function placeIn(
  address: ClusterAddress,
  settings: ClusterSettings,
  pid: (realmId: string) => Promise<number>,
  usual: Partial<KubernetesRuntimeOptions>,
): Pick<KubernetesPlaceForTest, 'address' | 'settings' | 'driver' | 'pid' | 'kill'> {
  return {
    address,
    settings,
    driver: (options = {}) =>
      createKubernetesRuntime({
        cluster: address,
        settings,
        installationKey: 'the installation’s key',
        kernels: liveKernels,
        ownAddress: null,
        doors: null,
        callPort: 0,
        ...usual,
        ...options,
      }),
    pid,
    kill: async (realmId) => {
      const victim = await pid(realmId);
      process.kill(victim, 'SIGKILL');
      await gone(() => isAlive(victim));
    },
  };
}

/** @param tell when nodes report what has started and ended */
export async function makeKubernetesPlace(
  image: Image,
  tell: { begun?: Promise<void>; endedAfterMs?: number } = {},
): Promise<KubernetesPlaceForTest & { server: StandInApiServer }> {
  const root = await mkdtemp(join(tmpdir(), 'realmkeep-cluster-'));
  await chmod(root, 0o711);
  const server = new StandInApiServer();
  await server.start();
  const names = [settings.image, ...settings.javaImages.map((one) => one.image)];
  const images = Object.fromEntries(names.map((name) => [name, image]));
  const nodes = new StandInNodes(server, ['node-1', 'node-2'], root, images);
  Object.assign(nodes, tell);
  const pid = async (realmId: string): Promise<number> =>
    readRun(realmPaths(nodes.volume(nameOf(realmId)), realmId))?.pid ?? 0;
  return {
    ...placeIn({ url: server.url, namespace: 'realms', credentials: '/nowhere' }, settings, pid, {
      silenceMs: standInSilenceMs,
    }),
    server,
    ownAddress: '127.0.0.1',
    noticedWithinMs: 2000,
    // Realms on one machine cannot each have port 5432, so this uses the socket to which realm-server forwards it.
    askDatabase: async (realmId, words) => {
      const shown = readFileSync(`/proc/${await pid(realmId)}/cmdline`, 'utf8').split('\0');
      const program = connect(join(shown[shown.indexOf('--database-door') + 1] ?? '', doorSocket));
      program.write(words);
      return text(program);
    },
    cluster: {
      all: async (resource) => server.all(resource),
      find: async (resource, name) => server.find(resource, name),
      nodeOf: async (pod) => nodes.nodeOf(pod),
      runs: async (pod) => nodes.runs(pod),
      deletePod: async (pod) => {
        await fetch(`${server.url}/api/v1/namespaces/realms/pods/${pod}`, { method: 'DELETE' });
      },
      killPod: async (pod) => nodes.kill(pod),
      cordon: async (node) => nodes.cordon(node),
      uncordon: async (node) => nodes.uncordon(node),
      cutOff: async (node) => nodes.cutOff(node),
      rejoin: async (node) => nodes.rejoin(node),
      evict: async (node) => nodes.evict(node),
      remove: (node) => nodes.remove(node),
      stopApi: () => server.stop(),
      startApi: () => server.start(),
    },
    [Symbol.asyncDispose]: async () => {
      await nodes.end();
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
