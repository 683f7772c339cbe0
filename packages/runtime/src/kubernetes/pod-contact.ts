import { setTimeout as sleep } from 'node:timers/promises';
import type { HostKey } from '../remote/host-key.ts';
import { HostSilent } from '../remote/host-connection.ts';
import { RemoteHost } from '../remote/remote-host.ts';
import { type Kernels, type ObservedState, RuntimeError } from '../runtime.ts';
import { controlPort, gamePort } from './manifests.ts';

const shortestPauseMs = 20;
const longestPauseMs = 2000;
/** Within which a program that runs answers for the first time. */
const answersWithinMs = 15_000;
/** How soon a cluster reports that a program has ended, whose port refuses connections. */
const endToldWithinMs = 5000;
/** Half the lifetime of a pod that nobody calls (apps/host/src/pod.ts). */
const freshMs = 15_000;

interface ContactOptions {
  address: string;
  /** The only realm that it is believed about; null: none. */
  realmId: string | null;
  key: HostKey;
  kernels: Kernels;
  silenceMs?: number;
  /** Whether its node says that its program runs. */
  runs: () => boolean;
  onObserved: (observed: ObservedState) => void;
  /** Called with the reason when it is lost, and with null when it is back. */
  onContact: (error: unknown) => void;
}

/** The pod has ended, or is about to. */
export class PodOver extends Error {
  override readonly name = 'PodOver';
}

/**
 * What runs in one pod, through the interface of hosts. It is called as soon as its address is known, as its node reports it a second
 * late; it is lost when it is silent, whatever the cluster reports.
 */
export class PodContact {
  readonly host: RemoteHost;
  readonly #options: ContactOptions;
  readonly #over = new AbortController();
  /** Resolves when it has answered; another after each loss. */
  #met = Promise.withResolvers<void>();
  #lostSince: number | null = null;
  #heardAt = 0;
  /** Runs while it is refused, and may have ended. */
  #refused: NodeJS.Timeout | undefined;

  constructor(options: ContactOptions) {
    this.#options = options;
    this.#met.promise.catch(() => undefined);
    const { address: host, realmId, key, kernels, silenceMs } = options;
    this.host = new RemoteHost({
      address: { host, port: controlPort },
      game: { host, port: gamePort },
      realmId,
      key,
      kernels,
      ...(silenceMs !== undefined && { silenceMs }),
      onContact: (error) => (error === null ? this.#find() : this.#miss(error)),
    });
    void this.#follow();
  }

  get lostSince(): number | null {
    return this.#lostSince;
  }

  /** Whether it answers, as far as is known. */
  get isHeard(): boolean {
    return this.#heardAt > 0 && this.#lostSince === null && this.#refused === undefined;
  }

  /**
   * Returns when it answers; it goes on to live for half a minute then.
   * @throws RuntimeError unreachable when it is lost; PodOver; the signal's reason
   */
  async reach(signal: AbortSignal): Promise<RemoteHost> {
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([this.#met.promise, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
      aborted.promise.catch(() => undefined);
    }
    this.#over.signal.throwIfAborted();
    if (this.#refused !== undefined || performance.now() - this.#heardAt > freshMs) await this.host.list();
    this.#heardAt = performance.now();
    return this.host;
  }

  /** It has ended: aborts calls under way. */
  over(): void {
    const { isHeard } = this;
    this.#end();
    if (isHeard) this.host.contact().breakOff();
    // Aborted callers learn the reason first.
    setImmediate(() => void this.host.close());
  }

  close(): void {
    this.#end();
    void this.host.close();
  }

  #end(): void {
    clearTimeout(this.#refused);
    const over = new PodOver('the pod has ended');
    this.#over.abort(over);
    this.#met.reject(over);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#over;
    if (!(await this.#meet(signal))) return;
    try {
      for await (const observed of this.host.watch(signal)) this.#options.onObserved(observed);
    } catch (error) {
      // Its messages do not match the schema: it cannot be used.
      if (!signal.aborted) this.#lose(error);
    }
  }

  /** Asks until it answers. @returns whether it has */
  async #meet(signal: AbortSignal): Promise<boolean> {
    let ranAt = 0;
    for (let pauseMs = shortestPauseMs; !signal.aborted; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
      try {
        await this.host.list();
        this.#find();
        return true;
      } catch (error) {
        if (signal.aborted) break;
        if (this.#options.runs()) ranAt ||= performance.now();
        const isLate = ranAt > 0 && performance.now() - ranAt > answersWithinMs;
        if (isLate || error instanceof HostSilent) this.#lose(error);
      }
      // Its image may be being pulled, or it is lost: tried again later.
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  /** If the connection is refused it has probably ended rather than been lost, which its cluster will report. */
  #miss(why: unknown): void {
    if (why instanceof HostSilent) this.#lose(why);
    else this.#refused ??= setTimeout(() => this.#lose(why), endToldWithinMs).unref();
  }

  #lose(why: unknown): void {
    if (this.#lostSince !== null || this.#over.signal.aborted) return;
    this.#lostSince = Date.now();
    const lost = new RuntimeError('unreachable', `the pod has been lost since ${new Date().toISOString()}`);
    // For present and future callers.
    this.#met.reject(lost);
    this.#met = Promise.withResolvers();
    this.#met.promise.catch(() => undefined);
    this.#met.reject(lost);
    this.#options.onContact(why);
  }

  #find(): void {
    const wasLost = this.#lostSince !== null;
    clearTimeout(this.#refused);
    this.#refused = undefined;
    this.#lostSince = null;
    this.#heardAt = performance.now();
    if (wasLost) this.#met = Promise.withResolvers();
    this.#met.resolve();
    if (wasLost) this.#options.onContact(null);
  }
}
