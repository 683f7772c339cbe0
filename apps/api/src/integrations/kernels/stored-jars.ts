import { createReadStream } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobMissing, type BlobStore } from '../blobs/blob-store.ts';
import { type Jar, KernelJars } from './kernel-jars.ts';
import { ProviderError } from './kernel-provider.ts';

const maxCopiesBytes = 4 * 1024 ** 3;
/** How long a realm may take to start with a copy after asking for it. */
const usedMs = 10 * 60_000;
/** A new jar may not have its row yet. */
const freshMs = 3_600_000;

/** The jars in a store that every machine reaches. The folder has copies of those that were used lately here. */
export class StoredJars extends KernelJars {
  readonly #copies: string;
  readonly #store: BlobStore;
  readonly #maxBytes: number;
  /** Jars on their way from the store. */
  readonly #coming = new Map<string, Promise<boolean>>();

  /** @param copies absolute; made for the first jar @param maxBytes of all copies, besides those used just now */
  constructor(copies: string, store: BlobStore, maxBytes = maxCopiesBytes) {
    super(copies);
    this.#copies = copies;
    this.#store = store;
    this.#maxBytes = maxBytes;
  }

  /** The same, and it is brought here where the store has it. @throws StoreError */
  override async isWhole(jar: Jar): Promise<boolean> {
    if (!(await super.isWhole(jar)) && !(await this.#bringOnce(jar))) return false;
    await this.#noteUse(jar);
    return true;
  }

  override async download(...request: Parameters<KernelJars['download']>): Promise<Jar> {
    const jar = await super.download(...request);
    await this.#share(jar.sha256);
    await this.#trim();
    return jar;
  }

  override async keep(...request: Parameters<KernelJars['keep']>): Promise<void> {
    await super.keep(...request);
    await this.#share(request[0].sha256);
    await this.#trim();
  }

  /** The same in the store, which gets what only this machine has. */
  override async sweep(needed: ReadonlySet<string>): Promise<void> {
    await super.sweep(needed);
    const stored = new Set<string>();
    for await (const page of this.#store.list()) {
      for (const { key, at } of page) {
        const sha256 = key.split('.', 1)[0] ?? '';
        stored.add(sha256);
        if (!needed.has(sha256) && at.getTime() < Date.now() - freshMs) await this.#store.remove(key);
      }
    }
    const here = new Set((await readdir(this.#copies).catch(() => [])).map((name) => name.replace(/\.jar$/, '')));
    for (const sha256 of needed) if (here.has(sha256) && !stored.has(sha256)) await this.#share(sha256);
  }

  #bringOnce(jar: Jar): Promise<boolean> {
    const coming = this.#coming.get(jar.sha256) ?? this.#bring(jar).finally(() => this.#coming.delete(jar.sha256));
    this.#coming.set(jar.sha256, coming);
    return coming;
  }

  /** @returns whether the store has it, undamaged */
  async #bring(jar: Jar): Promise<boolean> {
    try {
      await super.keep(
        jar,
        () => this.#store.get(keyOf(jar.sha256)),
        async () => undefined,
      );
    } catch (error) {
      // Of a damaged one too its maker has another.
      if (error instanceof BlobMissing || error instanceof ProviderError) return false;
      throw error;
    }
    await this.#trim();
    return true;
  }

  async #share(sha256: string): Promise<void> {
    await this.#store.put(keyOf(sha256), createReadStream(this.path(sha256)) as AsyncIterable<Buffer>);
  }

  async #noteUse({ sha256 }: Jar): Promise<void> {
    const { mtime } = await stat(this.path(sha256));
    await utimes(this.path(sha256), new Date(), mtime);
  }

  /** Removes copies, those that were used longest ago first, and what killed downloads have left. */
  async #trim(): Promise<void> {
    const names = await readdir(this.#copies);
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#copies, name);
        const { size = 0, atimeMs = Infinity } = (await stat(path).catch(() => null)) ?? {};
        return { path, size, atimeMs };
      }),
    );
    let bytes = found.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size, atimeMs } of found.toSorted((one, other) => one.atimeMs - other.atimeMs)) {
      if (bytes <= this.#maxBytes || atimeMs > Date.now() - usedMs) return;
      await rm(path, { force: true });
      bytes -= size;
    }
  }
}

function keyOf(sha256: string): string {
  return `${sha256}.jar`;
}
