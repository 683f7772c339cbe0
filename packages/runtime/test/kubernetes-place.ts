import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StandInApiServer } from '@realmkeep/testkit/cluster/api-server';
import { type Image, StandInNodes } from '@realmkeep/testkit/cluster/nodes';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import { createKubernetesRuntime, type KubernetesRuntimeOptions } from '../src/kubernetes/kubernetes-runtime.ts';
import { type ClusterSettings, nameOf } from '../src/kubernetes/manifests.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { readRun } from '../src/local/folder/realm-record.ts';
import { isAlive } from '../src/local/process/process-identity.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import { gone } from './local-place.ts';

const silenceMs = 3000;

const settings: ClusterSettings = {
  image: 'realmkeep-realm:test',
  javaImages: [],
  storageClass: null,
  volumeAccess: 'ReadWriteOncePod',
  volumeGiB: 1,
};

/** A cluster of two nodes for the realms of a test. */
export interface KubernetesPlaceForTest extends AsyncDisposable {
  server: StandInApiServer;
  nodes: StandInNodes;
  settings: ClusterSettings;
  driver(options?: Partial<KubernetesRuntimeOptions>): Promise<RealmRuntime>;
  /** Of the realm's own process. */
  pid(realmId: string): number;
  kill(realmId: string): Promise<void>;
}

export async function makeKubernetesPlace(image: Image): Promise<KubernetesPlaceForTest> {
  const root = await mkdtemp(join(tmpdir(), 'realmkeep-cluster-'));
  await chmod(root, 0o711);
  const server = new StandInApiServer();
  await server.start();
  const nodes = new StandInNodes(server, ['node-1', 'node-2'], root, { [settings.image]: image });
  const pid = (realmId: string): number => readRun(realmPaths(nodes.volume(nameOf(realmId)), realmId))?.pid ?? 0;
  return {
    server,
    nodes,
    settings,
    driver: (options = {}) =>
      createKubernetesRuntime({
        cluster: { url: server.url, namespace: 'realms', credentials: '/nowhere' },
        settings,
        installationKey: 'the installation’s key',
        kernels: liveKernels,
        silenceMs,
        ...options,
      }),
    pid,
    kill: async (realmId) => {
      const victim = pid(realmId);
      process.kill(victim, 'SIGKILL');
      await gone(() => isAlive(victim));
    },
    [Symbol.asyncDispose]: async () => {
      await nodes.end();
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
