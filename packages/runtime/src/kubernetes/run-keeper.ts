import type { Informer } from './informer.ts';
import { isStatus, type KubeClient } from './kube-client.ts';
import { type Claim, isBeingDeleted } from './kube-objects.ts';
import { runAnnotation } from './manifests.ts';
import { readRecord, type RunRecord, saysMore } from './run-record.ts';
import { RuntimeError } from '../runtime.ts';

/** Others write as well. */
const writesAtMost = 8;
const retryMs = 5000;

/** The record of a realm's last run, on its claim: whoever knows more about it writes it there. */
export class RunKeeper {
  readonly #client: KubeClient;
  readonly #claims: Informer<Claim>;
  readonly #name: string;
  readonly #closing: AbortSignal;
  /** What is known here, and may not be on the claim yet. */
  #known: RunRecord | null = null;
  /** The last run that was begun here. */
  #begun = -1;
  #writing: Promise<void> = Promise.resolve();
  /** The write that waits for the one under way. */
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param name of the claim */
  constructor(client: KubeClient, claims: Informer<Claim>, name: string, closing: AbortSignal) {
    this.#closing = closing;
    this.#client = client;
    this.#claims = claims;
    this.#name = name;
  }

  /** The last known run. */
  run(): RunRecord | null {
    const claim = this.claim();
    const written = claim && readRecord(claim);
    return this.#known && saysMore(this.#known, written) ? this.#known : written;
  }

  /** A driver is about to begin it. */
  begins(fencingToken: number): void {
    this.#begun = fencingToken;
  }

  /** Whether a driver has begun such a run, as far as is known: whoever begins one has it on record. Pods begin none. */
  isBegun(fencingToken: number): boolean {
    return fencingToken <= Math.max(this.#begun, this.run()?.fencingToken ?? -1);
  }

  /** Null while it is being deleted, too. */
  claim(): Claim | null {
    const claim = this.#claims.get(this.#name);
    return claim === null || isBeingDeleted(claim) ? null : claim;
  }

  /** Writes it to the claim, unless it is there already. A failed write is retried, and repeated with the realm's next report. */
  keep(run: RunRecord): Promise<void> {
    if (this.#known === null || saysMore(run, this.#known)) this.#known = run;
    // What waits writes what is known by then: a pod may report without end.
    if (this.#next !== null) return this.#next;
    const write = (): Promise<void> => {
      this.#next = null;
      return this.#write(this.#known ?? run);
    };
    const writing = this.#writing.then(write, write);
    this.#writing = this.#next = writing;
    writing.catch(() => this.#retry(run));
    return writing;
  }

  /** Resolves when what was to be kept is written. @throws RuntimeError unreachable; KubeError */
  written(): Promise<void> {
    return this.#writing;
  }

  forget(): void {
    this.#known = null;
  }

  #retry(run: RunRecord): void {
    clearTimeout(this.#timer);
    if (!this.#closing.aborted) this.#timer = setTimeout(() => void this.keep(run), retryMs).unref();
  }

  async #write(run: RunRecord): Promise<void> {
    for (let tries = 0; tries < writesAtMost; tries += 1) {
      const claim = this.claim();
      if (claim === null || !saysMore(run, readRecord(claim))) return;
      const { resourceVersion } = claim.metadata;
      const metadata = { resourceVersion, annotations: { [runAnnotation]: JSON.stringify(run) } };
      try {
        this.#claims.note(await this.#client.patch('persistentvolumeclaims', this.#name, { metadata }));
        return;
      } catch (error) {
        if (isStatus(error, 404)) return;
        if (!isStatus(error, 409)) throw error;
        this.#claims.note(await this.#client.get('persistentvolumeclaims', this.#name));
      }
    }
    throw new RuntimeError('unreachable', `the claim ${this.#name} is written by others all the time`);
  }
}
