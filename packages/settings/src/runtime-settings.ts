import {
  absolute,
  clusterAddress,
  clusterName,
  count,
  image,
  javaImages,
  runtime,
  serviceName,
  volumeAccess,
  webUrl,
} from './parse.ts';
import { setting } from './setting.ts';

/** What runs realms, for the table in settings.ts. */
export const runtimeSettings = {
  RUNTIME: setting(
    'local',
    'What runs realms: local (processes), docker (see docs/docker.md) or kubernetes (see docs/kubernetes.md)',
    runtime,
  ),
  DOCKER_SOCKET: setting('/var/run/docker.sock', 'Where Docker listens, with RUNTIME=docker', absolute),
  KUBERNETES_API: setting(
    'https://kubernetes.default.svc',
    "Address of the cluster's API server, with RUNTIME=kubernetes, as the next ones; http:// for kubectl proxy",
    webUrl,
  ),
  KUBERNETES_CREDENTIALS: setting(
    '/var/run/secrets/kubernetes.io/serviceaccount',
    "Folder with the token and the ca.crt for it; a pod's own by default",
    absolute,
  ),
  KUBERNETES_NAMESPACE: setting('realmkeep-realms', "Namespace of realms' pods, which has no others", clusterName),
  KUBERNETES_IMAGE: setting('', 'Image that realms run in, as bin/images writes it and the cluster pulls it', image),
  KUBERNETES_JAVA_IMAGES: setting(
    '',
    'The same with each Java, by its version, separated by commas: 17=IMAGE,21=IMAGE; empty: no servers in Java',
    javaImages,
  ),
  KUBERNETES_STORAGE_CLASS: setting('', "Storage class of realms' volumes; empty: the cluster's standard", clusterName),
  KUBERNETES_VOLUME_ACCESS: setting(
    'ReadWriteOncePod',
    'Access mode of those volumes; ReadWriteOnce where the storage class has no other',
    volumeAccess,
  ),
  KUBERNETES_OWN_ADDRESS: setting(
    '',
    "Address at which realms' pods reach this api's port 7445, to tell that they are up; empty: their nodes tell it, up to a second later",
    clusterAddress,
  ),
  KUBERNETES_DOORS: setting(
    '',
    "Name at which realms' pods reach such a port of any api, for realms' databases (REALM_DATABASE_URL); empty: pods have none",
    serviceName,
  ),
  KUBERNETES_VOLUME_GIB: setting('10', "Size of each realm's volume in GiB", count),
} as const;
