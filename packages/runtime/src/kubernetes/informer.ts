import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { RuntimeError } from '../runtime.ts';
import { isStatus, type KubeClient, type Resource } from './kube-client.ts';
import { Bookmark, type KubeObject, ObjectList, Status, WatchEvent } from './kube-objects.ts';

const pageSize = 500;
const shortestPauseMs = 100;
const longestPauseMs = 5000;
/** The cluster sends a bookmark each minute, and ends a watch after this by itself. */
const watchSeconds = 300;
const standardSilenceMs = 150_000;
const keptUids = 4096;

interface InformerOptions<T> {
  client: KubeClient;
  resource: Resource;
  /** The labels of those that are meant. */
  selector: string;
  schema: z.ZodMiniType<T>;
  /** Called after each change of the object with that name; null: there is none. @param gone the former object, as last seen */
  onChange: (name: string, now: T | null, gone: T | null) => void;
  signal: AbortSignal;
  /** For tests. */
  silenceMs?: number;
}

/** All objects of a kind: listed once, and watched from then on; listed again when too much has been missed. */
export class Informer<T extends KubeObject> {
  readonly #options: InformerOptions<T>;
  readonly #objects = new Map<string, T>();
  /** The uids of deleted objects, so that a late answer does not bring them back. */
  readonly #gone = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly #synced = Promise.withResolvers<void>();
  /** The version up to which everything is known; null: it must be listed. */
  #version: string | null = null;

  constructor(options: InformerOptions<T>) {
    this.#options = options;
    this.#synced.promise.catch(() => undefined);
    void this.#follow();
  }

  /** Resolves when all is known. @throws RuntimeError unreachable; KubeError, when the first try fails */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  get(name: string): T | null {
    return this.#objects.get(name) ?? null;
  }

  all(): T[] {
    return [...this.#objects.values()];
  }

  /** Takes an object as a call has answered it, unless more is known by now. @throws Error when it is of another shape */
  note(answer: unknown): T {
    const object = this.#options.schema.parse(answer);
    this.#take(object);
    return object;
  }

  /** Waits until the condition is true of what has that name. @throws the signal's reason */
  async until(name: string, condition: (now: T | null) => boolean, signal: AbortSignal): Promise<T | null> {
    for (;;) {
      signal.throwIfAborted();
      const now = this.get(name);
      if (condition(now)) return now;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      await promise;
      this.#waiting.delete(wake);
      signal.removeEventListener('abort', wake);
    }
  }

  async #follow(): Promise<void> {
    const { signal } = this.#options;
    let pauseMs = shortestPauseMs;
    while (!signal.aborted) {
      try {
        if (this.#version === null) await this.#list();
        this.#synced.resolve();
        const began = performance.now();
        await this.#watch();
        // A server that ends each watch at once is not called in a tight loop.
        if (performance.now() - began > longestPauseMs) pauseMs = shortestPauseMs;
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof Expired || isStatus(error, 410)) this.#version = null;
        else this.#synced.reject(error);
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
    this.#synced.reject(new Error('the runtime is closed'));
  }

  async #list(): Promise<void> {
    const { client, resource, selector, schema } = this.#options;
    const found = new Set<string>();
    let next: string | undefined;
    let version: string;
    do {
      const query = { labelSelector: selector, limit: String(pageSize), ...(next && { continue: next }) };
      const { metadata, items } = ObjectList.parse(await client.list(resource, query));
      for (const item of items) {
        const { data } = schema.safeParse(item);
        if (data === undefined) continue;
        found.add(data.metadata.uid);
        this.#take(data);
      }
      next = metadata.continue || undefined;
      version = metadata.resourceVersion;
    } while (next !== undefined);
    for (const object of this.#objects.values()) {
      // What has been made since is not in the list.
      if (!found.has(object.metadata.uid) && !isNewer(object.metadata, { resourceVersion: version }))
        this.#drop(object);
    }
    this.#version = version;
  }

  async #watch(): Promise<void> {
    const { client, resource, selector, schema, signal, silenceMs = standardSilenceMs } = this.#options;
    const query = {
      labelSelector: selector,
      resourceVersion: this.#version ?? '',
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(watchSeconds),
    };
    for await (const line of client.watch(resource, query, signal, silenceMs)) {
      const { type, object } = WatchEvent.parse(line);
      if (type === 'ERROR') throw errorOf(object);
      const { data } = type === 'BOOKMARK' ? { data: undefined } : schema.safeParse(object);
      if (data !== undefined) {
        if (type === 'DELETED') this.#drop(data);
        else this.#take(data);
      }
      this.#version = Bookmark.parse(object).metadata.resourceVersion;
    }
  }

  #take(object: T): void {
    const { name, uid } = object.metadata;
    if (this.#gone.has(uid)) return;
    const known = this.#objects.get(name);
    if (known && !isNewer(object.metadata, known.metadata)) return;
    this.#objects.set(name, object);
    // The end of the former one may have been missed.
    const gone = known && known.metadata.uid !== uid ? known : null;
    if (gone !== null) this.#forget(gone.metadata.uid);
    this.#tell(name, object, gone);
  }

  #drop(object: T): void {
    const { name, uid } = object.metadata;
    this.#forget(uid);
    if (this.#objects.get(name)?.metadata.uid !== uid) return;
    this.#objects.delete(name);
    this.#tell(name, null, object);
  }

  #forget(uid: string): void {
    this.#gone.add(uid);
    const [oldest] = this.#gone;
    if (this.#gone.size > keptUids && oldest !== undefined) this.#gone.delete(oldest);
  }

  #tell(name: string, now: T | null, gone: T | null): void {
    this.#options.onChange(name, now, gone);
    for (const wake of this.#waiting) wake();
  }
}

/** The requested version has expired. */
class Expired extends Error {
  override readonly name = 'Expired';
}

function errorOf(object: unknown): Error {
  const { data } = Status.safeParse(object);
  if (data?.code === 410) return new Expired();
  return new RuntimeError('unreachable', `the cluster ended a watch: ${data?.message ?? 'no word of why'}`);
}

/** Versions are numbers that grow: https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions */
function isNewer(one: { resourceVersion: string }, other: { resourceVersion: string }): boolean {
  return BigInt(one.resourceVersion) > BigInt(other.resourceVersion);
}
