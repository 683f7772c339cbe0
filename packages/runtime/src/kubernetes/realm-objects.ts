import { randomBytes } from 'node:crypto';
import { deriveHostKey, writeHostKey } from '../remote/host-key.ts';
import { RuntimeError } from '../runtime.ts';
import type { Informer } from './informer.ts';
import { isStatus, type KubeClient, KubeError } from './kube-client.ts';
import {
  type Claim,
  hasEnded,
  isBeingDeleted,
  isPlaced,
  isUnplaced,
  type Pod,
  runs,
  whyPending,
} from './kube-objects.ts';
import {
  claimBody,
  keyAnnotation,
  type ClusterSettings,
  nameOf,
  podBody,
  type PodSettings,
  realmLabel,
  secretBody,
  type Shape,
} from './manifests.ts';

/** A cluster takes moments to find a node for a pod, and to tell of an end. */
const placedWithinMs = 5000;
const toldWithinMs = 5000;

/** What drivers know of a cluster, and how they change it. */
export interface Objects {
  client: KubeClient;
  pods: Informer<Pod>;
  claims: Informer<Claim>;
  settings: ClusterSettings;
  /** What pods' keys are derived from. */
  installationKey: string;
  /** For the pods that it makes. */
  told: PodSettings;
  /** When the driver is closed. */
  closing: AbortSignal;
}

/** The claim and the pod of one realm, made and taken away. */
export class RealmObjects {
  readonly name: string;
  readonly #realmId: string;
  readonly #objects: Objects;
  /** The uid of a pod that was found without a node. */
  #unplaced: string | null = null;

  constructor(objects: Objects, realmId: string) {
    this.name = nameOf(realmId);
    this.#realmId = realmId;
    this.#objects = objects;
  }

  within(ms: number): AbortSignal {
    return AbortSignal.any([this.#objects.closing, AbortSignal.timeout(ms)]);
  }

  pod(): Pod | null {
    return this.#objects.pods.get(this.name);
  }

  /**
   * Creates the pod. There is at most one, as its name is unique, whoever creates it.
   * @param node where the realm ran last; null: not known
   * @throws RuntimeError start_failed if it is not allowed, unreachable
   */
  async make(number: number, shape: Shape, node: string | null, signal: AbortSignal): Promise<void> {
    const { client, pods, installationKey, told } = this.#objects;
    const { name } = this;
    const { uid } = (await this.#makeClaim(number, signal)).metadata;
    const secret = `${name}-${randomBytes(5).toString('hex')}`;
    const key = writeHostKey(deriveHostKey(installationKey, secret));
    const labels = { [realmLabel]: this.#realmId };
    const body = podBody({ name, labels, secret, number, shape, hasVolume: true, node, told });
    // Owned by the claim, so that it does not outlive the realm.
    await client.create('secrets', secretBody(secret, key, { kind: 'PersistentVolumeClaim', name, uid }));
    try {
      pods.note(await client.create('pods', body));
    } catch (error) {
      // Without an answer the pod may be there, and needs it.
      if (error instanceof KubeError) await client.remove('secrets', secret).catch(() => undefined);
      if (!isStatus(error, 409)) throw asRefused(error);
      // Another driver was faster.
      await this.look();
    }
  }

  /** Looks for a pod that others have created. @returns whether there is one */
  look(): Promise<boolean> {
    const { client, pods } = this.#objects;
    return noteIfThere(pods, client.get('pods', this.name));
  }

  /** The same for a claim. */
  lookForClaim(): Promise<boolean> {
    const { client, claims } = this.#objects;
    return noteIfThere(claims, client.get('persistentvolumeclaims', this.name));
  }

  /** Asks for its end, by default within its own grace period. Only its node removes it then. */
  async end({ metadata: { uid } }: Pod, graceSeconds?: number): Promise<void> {
    await this.#objects.client.remove('pods', this.name, uid, graceSeconds);
  }

  /** The secret of a pod that is gone. */
  async removeSecret({ metadata: { annotations } }: Pod): Promise<void> {
    const secret = annotations?.[keyAnnotation];
    if (secret?.startsWith(this.name)) await this.#objects.client.remove('secrets', secret);
  }

  async deleteClaim({ metadata: { uid } }: Claim): Promise<void> {
    await this.#objects.client.remove('persistentvolumeclaims', this.name, uid);
  }

  /** Waits until it is gone. @throws RuntimeError unreachable */
  async gone(kind: 'pods' | 'claims', { metadata: { uid } }: Pod | Claim, signal: AbortSignal): Promise<void> {
    try {
      await this.#objects[kind].until(this.name, (now) => now?.metadata.uid !== uid, signal);
    } catch (error) {
      throw new RuntimeError('unreachable', `${this.name} does not end: ${String(error)}`);
    }
  }

  /** Waits until that pod no longer meets the condition, or has been replaced. @throws the signal's reason */
  async changes({ metadata: { uid } }: Pod, condition: (now: Pod) => boolean, signal: AbortSignal): Promise<void> {
    await this.#objects.pods.until(this.name, (now) => now?.metadata.uid !== uid || condition(now), signal);
  }

  /** Whether a pod that did not answer has ended, or will: its cluster reports that a moment later. */
  async isOver(pod: Pod): Promise<boolean> {
    const { closing } = this.#objects;
    try {
      await this.changes(pod, (now) => hasEnded(now) || isBeingDeleted(now), this.within(toldWithinMs));
      return true;
    } catch {
      closing.throwIfAborted();
      return false;
    }
  }

  /**
   * Waits until the pod has an address, or is another.
   * @param met resolves when the pod itself has told it
   * @throws RuntimeError no_room while no node has room for it: it waits for one, and nobody waits for it
   */
  async placed(pod: Pod, met: Promise<void>, signal: AbortSignal): Promise<void> {
    const { closing } = this.#objects;
    const { uid } = pod.metadata;
    // A new pod may be without a node for a moment, until its volume is there.
    const patience = AbortSignal.timeout(this.#unplaced === uid ? 0 : placedWithinMs);
    try {
      await Promise.race([this.changes(pod, isPlaced, AbortSignal.any([signal, patience])), met]);
    } catch {
      closing.throwIfAborted();
      if (signal.aborted) throw await this.notBegun(pod);
      const now = this.pod();
      const isWaiting = now?.metadata.uid === uid && isUnplaced(now);
      this.#unplaced = isWaiting ? uid : null;
      if (isWaiting) throw new RuntimeError('no_room', `the pod ${this.name} has no node: ${whyPending(now)}`);
    }
  }

  /** Deletes a pod that has not started in time. @returns the reason why it has not */
  async notBegun({ metadata: { uid } }: Pod): Promise<RuntimeError> {
    const pod = this.pod();
    if (pod?.metadata.uid !== uid) return new RuntimeError('unreachable', 'the pod was another in the end');
    if (runs(pod) || isBeingDeleted(pod))
      return new RuntimeError('unreachable', `the pod ${this.name} does not answer`);
    await this.end(pod);
    return new RuntimeError('start_failed', `the pod ${this.name} did not begin: ${whyPending(pod)}`);
  }

  async #makeClaim(number: number, signal: AbortSignal): Promise<Claim> {
    const { client, claims, settings } = this.#objects;
    for (;;) {
      const known = claims.get(this.name);
      if (known && !isBeingDeleted(known)) return known;
      if (known) await this.gone('claims', known, signal);
      try {
        return claims.note(await client.create('persistentvolumeclaims', claimBody(settings, this.#realmId, number)));
      } catch (error) {
        if (!isStatus(error, 409)) throw asRefused(error);
      }
      await this.lookForClaim();
    }
  }
}

/** @returns whether there was an answer */
async function noteIfThere(informer: Informer<Pod> | Informer<Claim>, answer: Promise<unknown>): Promise<boolean> {
  try {
    informer.note(await answer);
    return true;
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    return false;
  }
}

/** Turns a cluster's refusal, such as by a quota, a policy or an unknown class, into an error for whoever starts the realm. */
function asRefused(error: unknown): unknown {
  return error instanceof KubeError ? new RuntimeError('start_failed', error.message) : error;
}
