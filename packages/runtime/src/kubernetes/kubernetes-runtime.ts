import { setTimeout as sleep } from 'node:timers/promises';
import { FilesError } from '../files.ts';
import type { OpenRegion } from '../land.ts';
import { NoticeHub } from '../notice-hub.ts';
import { callAddress } from '../pod/call-from-pod.ts';
import { RealmQueue } from '../realm-queue.ts';
import type { HostConnection } from '../remote/host-connection.ts';
import { followRemoteConsole } from '../remote/remote-console.ts';
import { remoteFiles } from '../remote/remote-files.ts';
import type { RemoteHost } from '../remote/remote-host.ts';
import { remoteWorlds } from '../remote/remote-worlds.ts';
import type { Kernels, ObservedState, RealmRuntime, RuntimeEnforcement } from '../runtime.ts';
import { drawInPod } from './draw-in-pod.ts';
import { Informer } from './informer.ts';
import { type ClusterAddress, KubeClient } from './kube-client.ts';
import { Claim, hasEnded, Pod } from './kube-objects.ts';
import type { Cluster } from './cluster.ts';
import { KubernetesRealm } from './kubernetes-realm.ts';
import { callPort as standardCallPort, type ClusterSettings, nameOf, realmLabel, selector } from './manifests.ts';
import { type PodDoors, servePodCalls, type ServedCalls } from './pod-calls.ts';

/** A volume may have to be attached, an image to be pulled. */
const standardStartWithinMs = 120_000;
/** Calls of other apis are not known here: longer than most take. */
const standardRestMs = 60 * 60_000;
/** How long a new driver waits for what the realms that it finds have to say. */
const adoptWithinMs = 3000;
/** When it is looked again whether a realm has a pod by now, whose console is followed. */
const upPauseMs = 1000;

export interface KubernetesRuntimeOptions {
  cluster: ClusterAddress;
  settings: ClusterSettings;
  /** What pods' keys are derived from. */
  installationKey: string;
  /** By the account of the program in the image. */
  kernels: Kernels;
  /** Where pods reach this process to report that they are up; null: nowhere, and their nodes report it a second later. */
  ownAddress: string | null;
  /** Where realms' programs find their databases; null: nowhere. */
  doors: PodDoors | null;
  /** Called with the reason when a realm's pod is lost, and with null when it is back. */
  onContact?: (realmId: string, error: unknown) => void;
  /** For tests. */
  silenceMs?: number;
  startWithinMs?: number;
  restMs?: number;
  callPort?: number;
}

/**
 * The driver that runs each realm in a pod of a Kubernetes cluster: docs/decisions/096-kubernetes-driver.md. Any number may be open over one namespace.
 * Returns when it has found the realms that run.
 * @throws RuntimeError unreachable when the cluster does not answer; KubeError when it does not allow it; Error when its own address is not
 */
export async function createKubernetesRuntime(options: KubernetesRuntimeOptions): Promise<RealmRuntime> {
  const {
    settings,
    installationKey,
    kernels,
    ownAddress,
    doors,
    onContact = () => undefined,
    silenceMs,
    startWithinMs = standardStartWithinMs,
    restMs = standardRestMs,
    callPort = standardCallPort,
  } = options;
  const closing = new AbortController();
  const { signal: closed } = closing;
  const client = new KubeClient(options.cluster);
  const hub = new NoticeHub();
  const queue = new RealmQueue();
  const realms = new Map<string, KubernetesRealm>();
  /** Whether the lists of the beginning are there, of which one says nothing without the other. */
  let isKnown = false;
  const informing = { client, selector, signal: closed };
  const claims = new Informer({
    ...informing,
    resource: 'persistentvolumeclaims',
    schema: Claim,
    onChange: (_name, now, gone) => {
      const realmId = realmOf(now ?? gone);
      if (realmId === null) return;
      const one = realm(realmId);
      if (isKnown) one.claimChanged();
      forgetAbsent(realmId);
    },
  });
  const pods: Informer<Pod> = new Informer({
    ...informing,
    resource: 'pods',
    schema: Pod,
    onChange: (_name, now, gone) => {
      const realmId = realmOf(now ?? gone);
      if (realmId !== null) realm(realmId).podChanged(now, gone);
      // Nobody waits for its picture any more.
      else if (now && hasEnded(now)) client.remove('pods', now.metadata.name, now.metadata.uid).catch(() => undefined);
    },
  });
  const cluster: Cluster = {
    client,
    pods,
    claims,
    settings,
    installationKey,
    told: {},
    kernels,
    ...(silenceMs !== undefined && { silenceMs }),
    startWithinMs,
    restMs,
    closing: closed,
    publish: (observed) => hub.publish(observed),
    onContact,
  };

  function realm(realmId: string): KubernetesRealm {
    const known = realms.get(realmId) ?? new KubernetesRealm(cluster, realmId);
    realms.set(realmId, known);
    return known;
  }

  /** Drops what is known of an absent realm. */
  function forgetAbsent(realmId: string): void {
    const name = nameOf(realmId);
    if (claims.get(name) === null && pods.get(name) === null && !queue.busy(realmId)) realms.delete(realmId);
  }

  async function call<T>(realmId: string, task: (realm: KubernetesRealm) => Promise<T>): Promise<T> {
    try {
      return await queue.run(realmId, async () => {
        closed.throwIfAborted();
        return task(realm(realmId));
      });
    } finally {
      forgetAbsent(realmId);
    }
  }

  function ask<T>(realmId: string, task: (host: RemoteHost) => Promise<T>): Promise<T> {
    return call(realmId, async (one) => task(await one.running()));
  }

  function present(): ObservedState[] {
    return [...realms.values()].map((one) => one.observed()).filter((observed) => observed !== null);
  }

  async function* followConsole(realmId: string, signal: AbortSignal): ReturnType<RealmRuntime['console']> {
    const either = AbortSignal.any([signal, closed]);
    if (claims.all().every((claim) => realmOf(claim) !== realmId)) yield [];
    let hasBegun = false;
    const connect = async (): Promise<HostConnection | null> => {
      const one = realm(realmId);
      // A pod is created only if there is earlier output to read.
      const host = one.isUp() ? await one.running() : hasBegun ? null : await one.contact();
      hasBegun = true;
      return host?.contact() ?? null;
    };
    while (!either.aborted && claims.all().every((claim) => realmOf(claim) !== realmId))
      await sleep(upPauseMs, undefined, { signal: either }).catch(() => undefined);
    if (!either.aborted) yield* followRemoteConsole(connect, realmId, either);
  }

  let calls: ServedCalls | null = null;
  try {
    if (ownAddress !== null) {
      calls = await servePodCalls({
        address: ownAddress,
        port: callPort,
        installationKey,
        realmOf: (secret) => [...realms].find(([, one]) => one.hasPodOf(secret))?.[0] ?? null,
        onHello: (realmId, address) => realms.get(realmId)?.hello(address),
        doors,
      });
      cluster.told = {
        HELLO_TO: callAddress(ownAddress, calls.port),
        ...(doors !== null && { DOOR_TO: callAddress(doors.host, calls.port) }),
      };
    }
    await Promise.all([claims.synced, pods.synced]);
  } catch (error) {
    closing.abort(error);
    calls?.close();
    client.close();
    throw error;
  }
  isKnown = true;
  for (const one of realms.values()) one.claimChanged();
  const found = AbortSignal.any([closed, AbortSignal.timeout(adoptWithinMs)]);
  await Promise.all([...realms.values()].map((one) => one.found(found)));

  return {
    driver: 'kubernetes',
    kernels,
    enforcement: async () => enforcement,
    ensure: (spec, fencingToken) => call(spec.realmId, (one) => one.ensure(spec, fencingToken)),
    prepare: (realmId, number) => call(realmId, (one) => one.prepare(number)),
    apply: (realmId, settings) => ask(realmId, (host) => host.apply(realmId, settings)),
    command: (realmId, command, by = null) => ask(realmId, (host) => host.command(realmId, command, by)),
    commands: (realmId) => ask(realmId, (host) => host.commands(realmId)),
    loginCode: (realmId, code) => ask(realmId, (host) => host.loginCode(realmId, code)),
    moveSpawn: (realmId, spawn) => ask(realmId, (host) => host.moveSpawn(realmId, spawn)),
    console: followConsole,
    stop: (realmId, graceMs) => call(realmId, (one) => one.stop(graceMs)),
    stopIfEmpty: (realmId) =>
      call(realmId, async (one) => (await one.end((host) => host.stopIfEmpty(realmId))) ?? true),
    destroy: (realmId) => call(realmId, (one) => one.destroy()),
    files: (realmId) => remoteFiles(realmId, () => contact(realmId)),
    worlds: (realmId) => remoteWorlds(realmId, () => contact(realmId)),
    drawPicture: (middle, regions: readonly OpenRegion[]) => drawInPod(cluster, middle, regions),
    inspect: async (realmId) => (await realms.get(realmId)?.inspect()) ?? null,
    list: async () => {
      const all = await Promise.all([...realms.values()].map((one) => one.inspect()));
      return all.filter((observed) => observed !== null);
    },
    watch: (signal) => hub.watch(AbortSignal.any([signal, closed]), present()),
    close: async () => {
      closing.abort(new Error('the runtime is closed'));
      calls?.close();
      for (const one of realms.values()) one.close();
      hub.close();
      client.close();
      await queue.idle();
    },
  };

  async function contact(realmId: string): Promise<HostConnection> {
    closed.throwIfAborted();
    const one = realms.get(realmId);
    if (one === undefined) throw new FilesError('absent');
    return (await one.contact()).contact();
  }
}

function realmOf(object: Claim | null): string | null {
  return object?.metadata.labels?.[realmLabel] ?? null;
}

/** As requested in manifests.ts. The driver does not know whether the namespace has network policies, and a network that enforces them. */
const enforcement: RuntimeEnforcement = {
  memory: 'Kubernetes',
  cpu: 'Kubernetes',
  processes: 'prlimit',
  disk: 'counted',
  ownUser: true,
  walls: {
    network: false,
    processes: true,
    files: true,
    calls: true,
    why: 'whether network policies stand between pods is not known to the driver',
  },
  wayOut: null,
};
