import { setTimeout as sleep } from 'node:timers/promises';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { FilesError } from '../files.ts';
import { deriveHostKey } from '../remote/host-key.ts';
import type { RemoteHost } from '../remote/remote-host.ts';
import { isRuntimeError, type ObservedState, RuntimeError } from '../runtime.ts';
import { hasEnded, isBeingDeleted, type Pod, runs } from './kube-objects.ts';
import { describeShape, keyAnnotation, numberAnnotation, type Shape, shapeAnnotation, shapeOf } from './manifests.ts';
import type { Cluster } from './cluster.ts';
import { PodContact, PodOver } from './pod-contact.ts';
import { RealmObjects } from './realm-objects.ts';
import { RunKeeper } from './run-keeper.ts';
import { endedWith, observedOf } from './run-record.ts';

const endWithinMs = 90_000;
const collectAgainMs = 5000;
const destroyGraceSeconds = 10;

/** One realm of a cluster: its claim, its pod if it has one, and what runs in that. */
export class KubernetesRealm {
  readonly #cluster: Cluster;
  readonly #realmId: string;
  readonly #objects: RealmObjects;
  readonly #runs: RunKeeper;
  #contact: { uid: string; pod: PodContact } | null = null;
  /** Resolves when there is a pod to ask. */
  #met = Promise.withResolvers<void>();
  /** As what runs in the present pod was heard last. */
  #heard: ObservedState | null = null;
  /** A run that was heard of, and that no driver is known to have begun. */
  #unbegun: ObservedState | null = null;
  /** Ends a pod in which nothing has run for long. */
  #rest: NodeJS.Timeout | undefined;

  constructor(cluster: Cluster, realmId: string) {
    this.#cluster = cluster;
    this.#realmId = realmId;
    this.#objects = new RealmObjects(cluster, realmId);
    this.#runs = new RunKeeper(cluster.client, cluster.claims, this.#objects.name, cluster.closing);
  }

  /** What is known without a call. */
  observed(): ObservedState | null {
    if (this.#runs.claim() === null) return null;
    const run = this.#runs.run();
    const lostSince = this.#lostSince();
    const heard = this.#heard;
    // Of the end the record speaks, as it stays when the pod is gone.
    if (heard && !(run?.exit && run.fencingToken >= heard.fencingToken)) return { ...heard, lostSince };
    return run && observedOf(this.#realmId, run, lostSince);
  }

  async inspect(): Promise<ObservedState | null> {
    const { pod } = this.#contact ?? {};
    if (this.#runs.claim() === null || !pod || pod.lostSince !== null || this.#heard === null) return this.observed();
    try {
      const observed = await pod.host.inspect(this.#realmId);
      if (observed && this.#contact?.pod === pod) this.#hear(observed);
    } catch (error) {
      this.#cluster.closing.throwIfAborted();
      // What one pod answers wrongly must not keep other realms from being known.
      if (!isRuntimeError(error, 'unreachable')) this.#cluster.onContact(this.#realmId, error);
    }
    return this.observed();
  }

  /** The pod is another, or has changed, or is gone. @param gone the one before, as it was last seen */
  podChanged(pod: Pod | null, gone: Pod | null): void {
    if (this.#cluster.closing.aborted) return;
    const before = this.#contact;
    if (before && (pod?.metadata.uid !== before.uid || hasEnded(pod))) {
      this.#contact = null;
      this.#unbegun = null;
      clearInterval(this.#rest);
      before.pod.over();
    }
    if (gone !== null) {
      this.#objects.removeSecret(gone).catch(() => undefined);
      this.#over(gone).catch(() => undefined);
    }
    if (pod !== null && hasEnded(pod)) void this.#collect(pod);
    else if (pod !== null) this.#meet(pod);
  }

  /** Whether that is the secret of its present pod. */
  hasPodOf(secret: string): boolean {
    const pod = this.#objects.pod();
    return pod?.metadata.annotations?.[keyAnnotation] === secret && !hasEnded(pod);
  }

  /** Its pod has said itself where it is. */
  hello(address: string): void {
    const pod = this.#objects.pod();
    if (pod !== null) this.#meet(pod, address);
  }

  /** To be called when the lists of pods and claims are there. */
  claimChanged(): void {
    if (this.#cluster.claims.get(this.#objects.name) === null) {
      this.#runs.forget();
      this.#heard = null;
    } else if (this.#unbegun !== null && this.#runs.isBegun(this.#unbegun.fencingToken)) {
      this.#hear(this.#unbegun);
    } else if (this.#runs.run()?.exit === null && this.#objects.pod() === null) {
      this.#missPod().catch(() => undefined);
    }
  }

  async ensure(spec: RealmSpec, fencingToken: number): Promise<ObservedState> {
    const signal = this.#objects.within(this.#cluster.startWithinMs);
    // Another driver may have made it a moment ago.
    if (spec.hasRun === true && this.#runs.claim() === null) await this.#objects.lookForClaim();
    if (spec.hasRun === true && this.#runs.claim() === null) {
      throw new RuntimeError(
        'world_missing',
        `the realm has run before, and its claim ${this.#objects.name} is not there`,
      );
    }
    const shape = shapeOf(this.#cluster.settings, spec);
    for (;;) {
      const { host, pod } = await this.#reach(spec.number, shape, signal);
      try {
        if (pod.metadata.annotations?.[shapeAnnotation] !== describeShape(shape)) {
          const present = await host.inspect(this.#realmId);
          if (present === null || present.phase === 'EXITED') {
            await this.#remove(pod, signal);
            continue;
          }
        }
        this.#runs.begins(fencingToken);
        const observed = await host.ensure(spec, fencingToken);
        this.#hear(observed);
        // Without it the run is unknown if its node vanishes; it is written at its end at the latest.
        await this.#runs.written().catch(() => undefined);
        return this.observed() ?? observed;
      } catch (error) {
        // A pod that is about to end does not start anything.
        if (!isRuntimeError(error, 'unreachable') || !(await this.#isOver(pod))) throw error;
      }
    }
  }

  /** What runs, to be asked. @throws RuntimeError not_running, unreachable */
  async running(): Promise<RemoteHost> {
    const pod = this.#contact?.pod;
    const notRunning = () => new RuntimeError('not_running', `realm ${this.#realmId} does not run`);
    if (pod === undefined) throw notRunning();
    return pod.reach(this.#objects.within(this.#cluster.startWithinMs)).catch((error: unknown) => {
      throw error instanceof PodOver ? notRunning() : error;
    });
  }

  /** @param task what ends it @returns what the task does; null: nothing runs */
  async end<T>(task: (host: RemoteHost) => Promise<T>): Promise<T | null> {
    const present = this.#objects.pod();
    if (present === null) return null;
    if (!runs(present) && !hasEnded(present) && this.#heard === null && this.#lostSince() === null) {
      // It has not begun, and need not.
      await this.#remove(present, this.#objects.within(endWithinMs));
      return null;
    }
    try {
      const result = await task(await this.running());
      await this.inspect();
      await this.#runs.written().catch(() => undefined);
      return result;
    } catch (error) {
      if (isRuntimeError(error, 'not_running')) return null;
      // It has ended with its pod.
      if (isRuntimeError(error, 'unreachable') && this.#contact === null) return null;
      throw error;
    }
  }

  /**
   * A pod that does not stop what runs in it, as it may have been taken over, is ended by its cluster; a lost one when its node is back.
   * @throws RuntimeError unsaved, unreachable
   */
  async stop(graceMs: number): Promise<void> {
    try {
      await this.end((host) => host.stop(this.#realmId, graceMs));
      if (this.#heard === null || this.#heard.phase === 'EXITED') return;
    } catch (error) {
      this.#cluster.closing.throwIfAborted();
      if (isRuntimeError(error, 'unsaved')) throw error;
    }
    const pod = this.#objects.pod();
    if (pod !== null) await this.#remove(pod, this.#objects.within(endWithinMs));
  }

  async prepare(number: number): Promise<void> {
    const { host } = await this.#reach(number, this.#forFiles(), this.#objects.within(this.#cluster.startWithinMs));
    await host.prepare(this.#realmId, number);
  }

  /** What works on its files, whether it runs or not. @throws FilesError absent, busy; RuntimeError unreachable */
  async contact(): Promise<RemoteHost> {
    const claim = this.#runs.claim();
    if (claim === null) throw new FilesError('absent');
    const number = Number(claim.metadata.annotations?.[numberAnnotation]);
    const shape = this.#forFiles();
    try {
      return (await this.#reach(number, shape, this.#objects.within(this.#cluster.startWithinMs), 'present')).host;
    } catch (error) {
      throw isRuntimeError(error, 'no_room') ? new FilesError('busy') : error;
    }
  }

  /** Whether there is a pod to ask. */
  isUp(): boolean {
    return this.#contact !== null;
  }

  async destroy(): Promise<void> {
    const signal = this.#objects.within(endWithinMs);
    for (;;) {
      const { name } = this.#objects;
      // Others may have made either a moment ago.
      if (this.#cluster.claims.get(name) === null) await this.#objects.lookForClaim();
      const claim = this.#cluster.claims.get(name);
      if (claim) await this.#objects.deleteClaim(claim);
      if (this.#objects.pod() === null) await this.#objects.look();
      const pod = this.#objects.pod();
      if (pod) await this.#remove(pod, signal, destroyGraceSeconds);
      if (!claim) return;
      await this.#objects.gone('claims', claim, signal);
    }
  }

  close(): void {
    clearInterval(this.#rest);
    this.#contact?.pod.close();
  }

  /** Resolves when the pod that exists at the start has answered, or is lost. */
  async found(signal: AbortSignal): Promise<void> {
    const pod = this.#contact?.pod;
    try {
      const observed = await (await pod?.reach(signal))?.inspect(this.#realmId);
      if (observed && pod === this.#contact?.pod) this.#hear(observed);
    } catch {
      // It is lost, or has ended, or goes on to be asked.
    }
  }

  #forFiles(): Shape {
    return { image: this.#cluster.settings.image, limits: null };
  }

  #lostSince(): number | null {
    return this.#contact?.pod.lostSince ?? null;
  }

  /** Once it has an address, as itself or its cluster says. */
  #meet(pod: Pod, address = pod.status.podIP): void {
    const { installationKey, kernels, silenceMs, onContact } = this.#cluster;
    const { metadata } = pod;
    const key = metadata.annotations?.[keyAnnotation];
    if (this.#contact !== null || !address || key === undefined) return;
    this.#heard = null;
    const contact: PodContact = new PodContact({
      address,
      realmId: this.#realmId,
      key: deriveHostKey(installationKey, key),
      kernels,
      ...(silenceMs !== undefined && { silenceMs }),
      runs: () => runs(this.#objects.pod() ?? pod),
      onObserved: (observed) => this.#hear(observed),
      onContact: (error) => {
        onContact(this.#realmId, error);
        this.#publish();
      },
    });
    this.#contact = { uid: metadata.uid, pod: contact };
    this.#rest = setInterval(() => this.#endIfAtRest(pod, contact), this.#cluster.restMs).unref();
    this.#met.resolve();
    this.#met = Promise.withResolvers();
  }

  /** An honest pod ends by itself soon after nobody has called it; one that was taken over may say that nothing runs in it. */
  #endIfAtRest(pod: Pod, contact: PodContact): void {
    const isLive = this.#heard !== null && this.#heard.phase !== 'EXITED';
    if (!isLive && contact.isHeard && !contact.host.isBusy) this.#objects.end(pod).catch(() => undefined);
  }

  #hear(observed: ObservedState): void {
    const { fencingToken, startedAt, exit } = observed;
    this.#unbegun = this.#runs.isBegun(fencingToken) ? null : observed;
    if (this.#unbegun !== null) return;
    const run = this.#runs.run();
    // Of an earlier run, late.
    if (run !== null && run.fencingToken > fencingToken) return;
    this.#heard = observed;
    const node = this.#objects.pod()?.spec.nodeName ?? run?.node ?? null;
    void this.#runs.keep({ fencingToken, startedAt, node, exit });
    this.#publish();
  }

  /** What ran in a pod has ended with it. */
  #over(pod: Pod): Promise<void> {
    this.#heard = null;
    const run = this.#runs.run();
    if (run === null) return Promise.resolve();
    const written = this.#runs.keep(run.exit === null ? endedWith(pod, this.#realmId, run) : run);
    if (run.exit === null) this.#publish();
    return written;
  }

  /** Deletes a pod that has ended, once its report of that is stored, as it would be lost with the pod. */
  async #collect(pod: Pod): Promise<void> {
    const { closing } = this.#cluster;
    while (!closing.aborted && this.#objects.pod()?.metadata.uid === pod.metadata.uid) {
      try {
        // A new driver may learn of the pod first.
        await this.#cluster.claims.synced;
        await this.#over(pod);
        await this.#objects.end(pod);
        return;
      } catch {
        await sleep(collectAgainMs, undefined, { signal: closing }).catch(() => undefined);
      }
    }
  }

  /** A run without a pod has ended, as that is made before the run is on record; perhaps it is not known here yet. */
  async #missPod(): Promise<void> {
    const run = this.#runs.run();
    if ((await this.#objects.look()) || run === null || run.exit !== null || this.#objects.pod() !== null) return;
    await this.#runs.keep({ ...run, exit: { asked: false, code: null, signal: null, at: Date.now(), tail: '' } });
    this.#publish();
  }

  #publish(): void {
    const observed = this.observed();
    if (observed !== null) this.#cluster.publish(observed);
  }

  /**
   * A pod that answers: the existing one, whatever it was made for, or a new one.
   * @param claim whether the realm may get one: a realm that is deleted meanwhile must not come to be again
   * @throws FilesError absent, where there is no claim and none is to be made
   */
  async #reach(
    number: number,
    shape: Shape,
    signal: AbortSignal,
    claim: 'present' | 'present or new' = 'present or new',
  ): Promise<{ host: RemoteHost; pod: Pod }> {
    for (;;) {
      if (claim === 'present' && this.#runs.claim() === null) throw new FilesError('absent');
      const pod = this.#objects.pod();
      const contact = this.#contact;
      if (pod === null) await this.#objects.make(number, shape, this.#runs.run()?.node ?? null, signal);
      else if (hasEnded(pod)) {
        await this.#over(pod);
        await this.#remove(pod, signal);
      } else if (isBeingDeleted(pod)) await this.#gone(pod, signal);
      else if (contact === null) await this.#addressed(pod, signal);
      else {
        try {
          return { host: await contact.pod.reach(signal), pod };
        } catch (error) {
          this.#cluster.closing.throwIfAborted();
          if (signal.aborted) throw await this.#objects.notBegun(pod);
          if (error instanceof PodOver || (isRuntimeError(error, 'unreachable') && (await this.#isOver(pod)))) continue;
          throw error;
        }
      }
    }
  }

  /** Whether a pod that did not answer has ended, or will. */
  async #isOver(pod: Pod): Promise<boolean> {
    return this.#lostSince() === null && this.#objects.isOver(pod);
  }

  /** Waits until the pod has an address, or is another. @throws RuntimeError no_room, start_failed */
  async #addressed(pod: Pod, signal: AbortSignal): Promise<void> {
    await this.#objects.placed(pod, this.#met.promise, signal);
    const now = this.#objects.pod();
    // With an address it is contacted at once, unless the address is another pod's.
    if (now?.metadata.uid === pod.metadata.uid && now.status.podIP && !hasEnded(now) && this.#contact === null) {
      throw new RuntimeError('start_failed', `the pod ${this.#objects.name} is none of Realmkeep's`);
    }
  }

  async #remove(pod: Pod, signal: AbortSignal, graceSeconds?: number): Promise<void> {
    await this.#objects.end(pod, graceSeconds);
    await this.#gone(pod, signal);
  }

  /** @throws RuntimeError unreachable, at once when it is lost: that may last */
  async #gone(pod: Pod, signal: AbortSignal): Promise<void> {
    const lostSince = this.#lostSince();
    if (lostSince !== null)
      throw new RuntimeError('unreachable', `the pod ${this.#objects.name} is lost, and not gone`);
    await this.#objects.gone('pods', pod, signal);
  }
}
