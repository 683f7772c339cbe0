import type { RealmLimits, RealmSpec } from '@realmkeep/realm-protocol';
import { javaMajorOf } from '../remote/remote-paths.ts';
import { RuntimeError } from '../runtime.ts';

/*
 * The objects that a cluster is asked for: docs/decisions/096-kubernetes-driver.md.
 */

const prefix = 'realmkeep.io/';
export const realmLabel = `${prefix}realm`;
/** A pod's annotations: which of its secrets has its key, and what it was created for. */
export const keyAnnotation = `${prefix}key`;
export const shapeAnnotation = `${prefix}shape`;
/** Of a claim: the realm's number, and its last run. */
export const numberAnnotation = `${prefix}number`;
export const runAnnotation = `${prefix}run`;

/** All that is ours. */
export const selector = 'app.kubernetes.io/managed-by=realmkeep';

export const controlPort = 7443;
export const gamePort = 7444;
/** Of apis, for the pods that they have made. */
export const callPort = 7445;

/** Realms' users; those below are the system's. */
const firstUser = 100_000;
/** Memory for the pod's first process, and its file agent if there is one. */
const besideMiB = 192;
const filesLimits: RealmLimits = { memoryMiB: 64, cores: 1, processes: 64 };
/** For how long a pod without a volume may be there: it draws, which takes a minute at most. */
const drawingSeconds = 120;
/** The regions that it is sent. */
const drawingSize = '1Gi';
/** The processor request; no realm is guaranteed more, as idle realms need next to none. */
const promisedCores = 0.05;
const tmpMiB = 64;
/** A realm with a server in Java is given 60 s to save its world. */
const graceSeconds = 75;
const secretKey = 'key';
const lastWord = '/dev/termination-log';
const volumeAt = '/realm';

export function nameOf(realmId: string): string {
  return `realm-${realmId}`;
}

/** What is requested from a cluster for each realm. */
export interface ClusterSettings {
  /** Without a Java. */
  image: string;
  /** By the version of the Java in them, the lowest first. */
  javaImages: readonly { major: number; image: string }[];
  /** Null: the cluster's standard. */
  storageClass: string | null;
  volumeAccess: 'ReadWriteOncePod' | 'ReadWriteOnce';
  volumeGiB: number;
}

export interface PodOrder {
  name: string;
  labels: Record<string, string>;
  /** Of the secret with its key. */
  secret: string;
  /** Of the realm, by which its user is found. */
  number: number;
  shape: Shape;
  /** Whether the volume of that name is its folder; otherwise the folder is deleted with the pod. */
  hasVolume: boolean;
  /** Where it was last; null: it was nowhere, or that does not matter. */
  node: string | null;
  told: PodSettings;
}

/** Addresses that a pod calls, if any: to say hello, and for its realm's database (docs/decisions/109-calls-of-pods.md). */
export type PodSettings = Partial<Record<'HELLO_TO' | 'DOOR_TO', string>>;

/** What a pod is made for. */
export interface Shape {
  image: string;
  /** Null: for files alone. */
  limits: RealmLimits | null;
}

/** When this changes, the realm gets another pod. */
export function describeShape({ image, limits }: Shape): string {
  return limits === null ? 'files' : `${limits.memoryMiB} MiB, ${limits.cores} cores, ${image}`;
}

/** @throws RuntimeError start_failed when there is no image with the Java for it */
export function shapeOf({ image, javaImages }: ClusterSettings, { java, limits }: RealmSpec): Shape {
  if (java === undefined) return { image, limits };
  const major = javaMajorOf(java.runtime);
  const found = javaImages.find((one) => one.major >= (major ?? Infinity));
  if (found === undefined)
    throw new RuntimeError('start_failed', `there is no image with Java ${major ?? java.runtime}`);
  return { image: found.image, limits };
}

/** A pod in which apps/host/src/pod.ts runs: without rights, with nothing to write but its volume and 64 MiB of `/tmp`. */
export function podBody(order: PodOrder): object {
  const { name, labels, secret, number, shape, hasVolume, node, told } = order;
  const { memoryMiB, cores } = shape.limits ?? filesLimits;
  const memory = `${Math.ceil(memoryMiB) + besideMiB + tmpMiB}Mi`;
  const user = firstUser + number;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      labels: { ...ours, ...labels },
      annotations: { [keyAnnotation]: secret, [shapeAnnotation]: describeShape(shape) },
    },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: graceSeconds,
      // One that draws, whose driver was killed, waits for a secret that never comes.
      ...(!hasVolume && { activeDeadlineSeconds: drawingSeconds }),
      securityContext: {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: user,
        fsGroup: user,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      },
      ...(node !== null && { affinity: preferring(node) }),
      containers: [
        {
          name: 'realm',
          image: shape.image,
          env: [
            { name: 'HOST', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
            { name: 'HOST_PORT', value: String(controlPort) },
            { name: 'HOST_GAME_PORT', value: String(gamePort) },
            { name: 'HOST_KEY', valueFrom: { secretKeyRef: { name: secret, key: secretKey } } },
            { name: 'DATA_DIR', value: volumeAt },
            { name: 'LAST_WORD', value: lastWord },
            ...Object.entries(told).map(([setting, value]) => ({ name: setting, value })),
          ],
          ports: [
            { name: 'control', containerPort: controlPort },
            { name: 'game', containerPort: gamePort },
          ],
          resources: {
            limits: { memory, cpu: `${Math.ceil(cores * 1000)}m` },
            requests: { memory, cpu: `${promisedCores * 1000}m` },
          },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          terminationMessagePath: lastWord,
          terminationMessagePolicy: 'FallbackToLogsOnError',
          volumeMounts: [
            { name: 'realm', mountPath: volumeAt },
            { name: 'tmp', mountPath: '/tmp' },
          ],
        },
      ],
      volumes: [
        {
          name: 'realm',
          ...(hasVolume ? { persistentVolumeClaim: { claimName: name } } : { emptyDir: { sizeLimit: drawingSize } }),
        },
        { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: `${tmpMiB}Mi` } },
      ],
    },
  };
}

/** The volume of a realm. */
export function claimBody(settings: ClusterSettings, realmId: string, number: number): object {
  const { storageClass, volumeAccess, volumeGiB } = settings;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: nameOf(realmId),
      labels: { ...ours, [realmLabel]: realmId },
      annotations: { [numberAnnotation]: String(number) },
    },
    spec: {
      accessModes: [volumeAccess],
      resources: { requests: { storage: `${volumeGiB}Gi` } },
      ...(storageClass !== null && { storageClassName: storageClass }),
    },
  };
}

/** The secret with one pod's key, which is deleted with its owner. */
export function secretBody(name: string, key: string, owner: { kind: string; name: string; uid: string }): object {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    immutable: true,
    metadata: { name, labels: ours, ownerReferences: [{ apiVersion: 'v1', ...owner }] },
    type: 'Opaque',
    data: { [secretKey]: Buffer.from(key).toString('base64') },
  };
}

const ours = { 'app.kubernetes.io/managed-by': 'realmkeep' };

/** Where its image and its volume are already. */
function preferring(node: string): object {
  const preference = { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] };
  return { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, preference }] } };
}
