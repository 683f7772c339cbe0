import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StandInApiServer, Stored } from './api-server.ts';

/** What a container of the image is: its entry point and environment. */
export interface Image {
  entrypoint: string[];
  env: Record<string, string>;
}

interface Running {
  node: string;
  started: PromiseWithResolvers<ChildProcess>;
  ended: PromiseWithResolvers<void>;
  /** Null before it is started. */
  child: ChildProcess | null;
  isEnding: boolean;
}

const isRoot = process.getuid?.() === 0;
let addresses = 0;

/**
 * Stands in for the scheduler and the kubelets of some nodes. A pod is a process of this machine at an address of its own on loopback, as the
 * user that it says, with the volumes' folders in the place of the paths where they are mounted. There are no namespaces, nor limits.
 */
export class StandInNodes {
  readonly #server: StandInApiServer;
  readonly #root: string;
  readonly #images: Readonly<Record<string, Image>>;
  readonly #cut = new Set<string>();
  readonly #cordoned = new Set<string>();
  readonly #running = new Map<string, Running>();
  readonly names: string[];
  /** How late a node reports that a program has ended, whose port refuses connections meanwhile: with kubelets up to a second. */
  endedAfterMs = 0;
  /** When a node reports that a program runs, and where: with kubelets up to a second later. */
  begun = Promise.resolve();
  #turn = 0;

  /** @param root for volumes, which realms' users may pass to */
  constructor(
    server: StandInApiServer,
    names: readonly string[],
    root: string,
    images: Readonly<Record<string, Image>>,
  ) {
    this.#server = server;
    this.names = [...names];
    this.#root = root;
    this.#images = images;
    server.on('change', ({ resource, type, object }) => {
      if (type === 'DELETED') return;
      if (resource === 'pods') this.#look(object);
      // Pods may have waited for it.
      else for (const pod of server.all('pods')) this.#look(pod);
    });
  }

  /** Where the volume of that claim lies. */
  volume(claim: string): string {
    return join(this.#root, this.#server.find('persistentvolumeclaims', claim)?.metadata.uid ?? 'none');
  }

  nodeOf(pod: string): string {
    return this.#server.find('pods', pod)?.spec.nodeName ?? '';
  }

  /** Whether its program lives. */
  runs(pod: string): boolean {
    return this.#running.has(this.#uidOf(pod));
  }

  /** As the kernel does where memory is short. */
  kill(pod: string): void {
    const child = this.#running.get(this.#uidOf(pod))?.child;
    if (child) killAll(child);
  }

  /** Cuts its pods off from the network in both directions; they keep running. */
  cutOff(node: string): void {
    this.#cut.add(node);
    for (const one of this.#running.values()) if (one.node === node) one.child?.kill('SIGSTOP');
    for (const name of this.#podsOn(node)) this.#setReady(name, false);
  }

  /** Nothing is started there any more. */
  cordon(node: string): void {
    this.#cordoned.add(node);
  }

  uncordon(node: string): void {
    this.#cordoned.delete(node);
    for (const pod of this.#server.all('pods')) this.#look(pod);
  }

  rejoin(node: string): void {
    this.#cut.delete(node);
    for (const one of this.#running.values()) if (one.node === node) one.child?.kill('SIGCONT');
    for (const name of this.#podsOn(node)) {
      this.#setReady(name, true);
      const pod = this.#server.find('pods', name);
      if (pod) this.#look(pod);
    }
  }

  /** As the cluster does with pods on a node that it has not heard of for long: it waits for their end. */
  evict(node: string): void {
    for (const name of this.#podsOn(node)) {
      this.#server.update('pods', name, ({ metadata }) => {
        metadata.deletionTimestamp ??= new Date().toISOString();
        metadata.deletionGracePeriodSeconds ??= 30;
      });
    }
  }

  /** The machine is off, and the cluster knows. */
  async remove(node: string): Promise<void> {
    this.names.splice(this.names.indexOf(node), 1);
    const pods = this.#podsOn(node);
    const ends = pods.map((name) => this.#running.get(this.#uidOf(name))).filter((one) => one !== undefined);
    await Promise.all(ends.map(killed));
    for (const name of pods) this.#server.take('pods', name);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running.values()].map(killed));
  }

  #uidOf(pod: string): string {
    return this.#server.find('pods', pod)?.metadata.uid ?? '';
  }

  #podsOn(node: string): string[] {
    return this.#server
      .all('pods')
      .filter(({ spec }) => spec.nodeName === node)
      .map(({ metadata }) => metadata.name);
  }

  #setReady(pod: string, isReady: boolean): void {
    this.#server.update('pods', pod, ({ status }) => {
      status.conditions = [
        ...(status.conditions ?? []).filter(({ type }: { type: string }) => type !== 'Ready'),
        { type: 'Ready', status: isReady ? 'True' : 'False' },
      ];
    });
  }

  #look(pod: Stored): void {
    const { metadata, spec } = pod;
    const running = this.#running.get(metadata.uid);
    if (spec.nodeName === undefined) this.#schedule(pod);
    else if (this.#cut.has(spec.nodeName)) return;
    else if (metadata.deletionTimestamp !== undefined) void this.#end(pod, running);
    else if (running === undefined && this.#server.find('pods', metadata.name)?.status.phase === 'Pending')
      this.#begin(pod);
  }

  #schedule({ metadata: { name }, spec }: Stored): void {
    const preferred = spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.[0]?.preference
      .matchExpressions[0].values as string[] | undefined;
    const there = this.names.filter((node) => !this.#cut.has(node) && !this.#cordoned.has(node));
    const node = there.find((one) => preferred?.includes(one)) ?? there[(this.#turn += 1) % there.length];
    const condition = { type: 'PodScheduled', status: 'False', message: `0/${this.names.length} nodes are available` };
    if (node === undefined) {
      const isTold = this.#server.find('pods', name)?.status.conditions?.length > 0;
      if (!isTold) this.#server.update('pods', name, ({ status }) => void (status.conditions = [condition]));
      return;
    }
    this.#server.update('pods', name, (pod) => {
      pod.spec.nodeName = node;
      pod.status.conditions = [{ type: 'PodScheduled', status: 'True' }];
    });
  }

  #begin(pod: Stored): void {
    const { metadata, spec } = pod;
    const [container] = spec.containers;
    const image = this.#images[container.image];
    const missing = this.#missing(spec);
    const reason = image === undefined ? 'ErrImagePull' : missing;
    if (image === undefined || missing !== null) {
      const waiting = { reason, message: `container "${container.name}" cannot be made` };
      const known = this.#server.find('pods', metadata.name)?.status.containerStatuses?.[0]?.state.waiting?.reason;
      if (known !== reason) this.#server.update('pods', metadata.name, ({ status }) => setState(status, { waiting }));
      return;
    }
    // Later looks find it begun.
    const running: Running = {
      node: spec.nodeName,
      started: Promise.withResolvers(),
      ended: Promise.withResolvers(),
      child: null,
      isEnding: false,
    };
    this.#running.set(metadata.uid, running);
    void this.#run(pod, image, running).then(running.ended.resolve);
  }

  /** What a pod waits for. */
  #missing(spec: Stored['spec']): string | null {
    for (const { persistentVolumeClaim } of spec.volumes ?? []) {
      const name = persistentVolumeClaim?.claimName;
      if (name !== undefined && !this.#server.find('persistentvolumeclaims', name)) return 'FailedMount';
    }
    for (const { valueFrom } of spec.containers[0].env ?? []) {
      const secret = valueFrom?.secretKeyRef?.name;
      if (secret !== undefined && !this.#server.find('secrets', secret)) return 'CreateContainerConfigError';
    }
    return null;
  }

  async #run({ metadata, spec }: Stored, image: Image, running: Running): Promise<void> {
    const [container] = spec.containers;
    const { runAsUser: uid, runAsGroup: gid, fsGroup } = spec.securityContext;
    const owned = async (folder: string): Promise<string> => {
      await mkdir(folder, { recursive: true });
      if (isRoot) await chown(folder, 0, fsGroup);
      await chmod(folder, isRoot ? 0o2770 : 0o770);
      return folder;
    };
    const own = await mkdtemp(join(this.#root, 'pod-'));
    await chmod(own, 0o711);
    const folders = new Map<string, string>();
    for (const { name, persistentVolumeClaim: claim } of spec.volumes)
      folders.set(name, await owned(claim ? this.volume(claim.claimName) : join(own, name)));
    const mounts = container.volumeMounts.map(({ name, mountPath }: { name: string; mountPath: string }) => ({
      mountPath,
      folder: folders.get(name) ?? '',
    }));
    const lastWord = join(await owned(join(own, 'word')), 'last');
    const there = (path: string): string => {
      if (path === container.terminationMessagePath) return lastWord;
      const mount = mounts.find(({ mountPath }: { mountPath: string }) => `${path}/`.startsWith(`${mountPath}/`));
      return mount === undefined ? path : mount.folder + path.slice(mount.mountPath.length);
    };
    addresses += 1;
    const podIP = `127.${1 + ((process.pid >> 8) % 250)}.${process.pid & 255}.${1 + (addresses % 250)}`;
    const env = Object.fromEntries(
      (container.env ?? []).map(({ name, value, valueFrom: from }: EnvVar) => [
        name,
        there(value ?? (from?.fieldRef ? podIP : this.#secret(from?.secretKeyRef))),
      ]),
    );
    const [file = '', ...args] = image.entrypoint;
    const child = spawn(file, args, {
      cwd: '/',
      detached: true,
      env: { ...image.env, TMPDIR: there('/tmp'), ...env },
      ...(isRoot && { uid, gid }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.child = child;
    running.started.resolve(child);
    let said = '';
    child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2048)));
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    await Promise.race([this.begun, exited]);
    this.#server.update('pods', metadata.name, ({ status }) => {
      Object.assign(status, { phase: 'Running', podIP });
      status.conditions.push({ type: 'Ready', status: 'True' });
      setState(status, { running: { startedAt: new Date().toISOString() } });
    });
    const [code, signal] = await exited;
    // A container ends as a whole.
    killAll(child);
    const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    const word = await readFile(lastWord, 'utf8').catch(() => '');
    const message = (word !== '' || exitCode === 0 ? word : said).slice(0, 4096);
    await rm(own, { recursive: true, force: true });
    this.#running.delete(metadata.uid);
    await sleep(this.endedAfterMs);
    if (!this.names.includes(spec.nodeName)) return;
    this.#server.update('pods', metadata.name, ({ metadata: { uid: present }, status }) => {
      if (present !== metadata.uid) return;
      status.phase = exitCode === 0 ? 'Succeeded' : 'Failed';
      setState(status, { terminated: { exitCode, message, finishedAt: new Date().toISOString() } });
    });
  }

  #secret({ name = '', key = '' }: { name?: string; key?: string } = {}): string {
    return Buffer.from(this.#server.find('secrets', name)?.data?.[key] ?? '', 'base64').toString();
  }

  async #end(
    { metadata: { name, uid, deletionGracePeriodSeconds = 30 } }: Stored,
    running: Running | undefined,
  ): Promise<void> {
    if (running === undefined) return this.#uidOf(name) === uid ? this.#server.take('pods', name) : undefined;
    if (running.isEnding) return;
    running.isEnding = true;
    const child = await running.started.promise;
    child.kill('SIGTERM');
    const late = setTimeout(() => killAll(child), deletionGracePeriodSeconds * 1000);
    await running.ended.promise;
    clearTimeout(late);
    if (this.#uidOf(name) === uid && !this.#cut.has(running.node)) this.#server.take('pods', name);
  }
}

interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { fieldRef?: object; secretKeyRef?: { name: string; key: string } };
}

function setState(status: Stored['status'], state: object): void {
  status.containerStatuses = [{ name: 'realm', state }];
}

async function killed({ started, ended }: Running): Promise<void> {
  killAll(await started.promise);
  await ended.promise;
}

/** With all that it has started. */
function killAll(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
