import { readKernels } from '../local/installed-runtime.ts';
import type { RealmRuntime } from '../runtime.ts';
import type { ClusterAddress } from './kube-client.ts';
import { createKubernetesRuntime, type KubernetesRuntimeOptions } from './kubernetes-runtime.ts';
import type { ClusterSettings } from './manifests.ts';

/** The driver for the realms of a cluster's namespace, in images of the same build as the realm-server in that folder. Any number may be open over it. */
export async function openKubernetesRuntime({
  url,
  namespace,
  credentials,
  realmServerDir,
  installationKey,
  ownAddress,
  doors,
  onContact,
  ...settings
}: ClusterAddress &
  ClusterSettings &
  Required<Pick<KubernetesRuntimeOptions, 'installationKey' | 'ownAddress' | 'doors' | 'onContact'>> & {
    realmServerDir: string;
  }): Promise<RealmRuntime> {
  const kernels = await readKernels(realmServerDir);
  const cluster = { url, namespace, credentials };
  return createKubernetesRuntime({ cluster, settings, installationKey, kernels, ownAddress, doors, onContact });
}
