import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskSpace } from '@realmkeep/safe-fs';
import { askProvider, type Source } from './ask-provider.ts';
import { type KernelBuild, ProviderError } from './kernel-provider.ts';

/** Whatever its maker claims: the largest today has 60 MB. */
const maxJarBytes = 256 * 1024 * 1024;
/** Disk space that is left for everything else. */
const sparedBytes = 512 * 1024 * 1024;
const downloadMs = 15 * 60_000;
const silenceMs = 30_000;
const tellMs = 1000;
const freshMs = 3_600_000;

export interface Jar {
  sha256: string;
  bytes: number;
}

/** The jars of servers in Java, shared by all realms: `<sha256>.jar`, read-only, and whole whenever they have that name. */
export class KernelJars {
  readonly #folder: string;
  readonly #downloads = new Map<string, Download>();
  /** Hashed since this process began. */
  readonly #proved = new Set<string>();

  /** @param folder absolute; made for the first jar */
  constructor(folder: string) {
    this.#folder = folder;
  }

  path(sha256: string): string {
    return join(this.#folder, `${sha256}.jar`);
  }

  /** Whether it is there undamaged. After the first time only its size is checked. */
  async isWhole({ sha256, bytes }: Jar): Promise<boolean> {
    const found = await stat(this.path(sha256)).catch(() => null);
    if (found?.size !== bytes) return false;
    if (!this.#proved.has(sha256)) {
      const hash = createHash('sha256');
      for await (const piece of createReadStream(this.path(sha256)) as AsyncIterable<Buffer>) hash.update(piece);
      if (hash.digest('hex') !== sha256) return false;
      this.#proved.add(sha256);
    }
    return true;
  }

  /**
   * Fetches and stores a jar. Concurrent callers share one download.
   * @param onProgress called from time to time with the bytes so far
   * @throws ProviderError if it is not what its maker announced; anything else is an error of the disk or network
   */
  async download(
    source: Source,
    build: KernelBuild,
    onProgress: (bytes: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Jar> {
    const download = this.#downloads.get(build.url.href) ?? this.#begin(source, build, signal);
    const telling = setInterval(() => void onProgress(download.bytes).catch(() => undefined), tellMs);
    try {
      return await download.done;
    } finally {
      clearInterval(telling);
    }
  }

  /**
   * Stores a jar that a user uploaded.
   * @param jar the expected hash and size
   * @param content opens it, and is read at once
   * @param onProgress called from time to time with the bytes so far
   * @throws ProviderError if it differs; failures of the content, and disk errors
   */
  async keep(
    { sha256, bytes }: Jar,
    content: () => Promise<AsyncIterable<Uint8Array>>,
    onProgress: (bytes: number) => Promise<void>,
  ): Promise<void> {
    const build = { bytes, hash: { algorithm: 'sha256', value: sha256 } } as const;
    const copied = { bytes: 0 };
    const telling = setInterval(() => void onProgress(copied.bytes).catch(() => undefined), tellMs);
    try {
      await this.#store(build, (part) => this.#write(part, build, content, copied, () => undefined));
    } finally {
      clearInterval(telling);
    }
  }

  /** Removes jars that are not needed, and leftovers of killed downloads. Not while a download is under way. */
  async sweep(needed: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      if (this.#downloads.size > 0) return;
      const sha256 = name.replace(/\.jar$/, '');
      if (needed.has(sha256)) continue;
      const found = await stat(join(this.#folder, name)).catch(() => null);
      // A new one may not have its row yet.
      if (found && found.mtimeMs < Date.now() - freshMs) await rm(join(this.#folder, name), { force: true });
    }
  }

  #begin(source: Source, build: KernelBuild, signal: AbortSignal): Download {
    const download: Download = { bytes: 0, done: Promise.reject(new Error('not begun')) };
    download.done.catch(() => undefined);
    download.done = this.#fetch(source, build, signal, download).finally(() => this.#downloads.delete(build.url.href));
    this.#downloads.set(build.url.href, download);
    return download;
  }

  async #fetch(source: Source, build: KernelBuild, ending: AbortSignal, download: Download): Promise<Jar> {
    const silence = new AbortController();
    const quiet = setTimeout(() => silence.abort(new ProviderError('a download stands still')), silenceMs);
    const signal = AbortSignal.any([ending, silence.signal, AbortSignal.timeout(downloadMs)]);
    try {
      const ask = async () => (await askProvider(source, build.url, signal)).body ?? [];
      const sha256 = await this.#store(build, (part) => this.#write(part, build, ask, download, () => quiet.refresh()));
      return { sha256, bytes: download.bytes };
    } finally {
      clearTimeout(quiet);
    }
  }

  /** Gives a jar its name once it is written. @param write returns its SHA-256 */
  async #store({ bytes }: Pick<KernelBuild, 'bytes'>, write: (part: string) => Promise<string>): Promise<string> {
    if (bytes !== null && bytes > maxJarBytes) throw new ProviderError(`a jar of ${bytes} bytes is refused`);
    await mkdir(this.#folder, { recursive: true, mode: 0o755 });
    if ((await diskSpace(this.#folder)).free < (bytes ?? maxJarBytes) + sparedBytes)
      throw new Error('the disk has no room for a jar');
    const part = join(this.#folder, `.part-${randomUUID()}`);
    try {
      const sha256 = await write(part);
      await chmod(part, 0o444);
      await rename(part, this.path(sha256));
      await syncFolder(this.#folder);
      this.#proved.add(sha256);
      return sha256;
    } finally {
      await rm(part, { force: true });
    }
  }

  /** @returns the SHA-256 of what was written and synced */
  async #write(
    part: string,
    { bytes, hash }: Pick<KernelBuild, 'bytes' | 'hash'>,
    content: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>,
    download: { bytes: number },
    heard: () => void,
  ): Promise<string> {
    const own = createHash('sha256');
    const makers = hash && createHash(hash.algorithm);
    await using file = await open(part, 'wx', 0o600);
    for await (const piece of await content()) {
      heard();
      download.bytes += piece.byteLength;
      // Leaving the loop ends the connection.
      if (download.bytes > (bytes ?? maxJarBytes))
        throw new ProviderError('a jar is longer than its maker says, or than any');
      own.update(piece);
      makers?.update(piece);
      await file.writeFile(piece);
    }
    if (bytes !== null && download.bytes !== bytes) throw new ProviderError('a jar is shorter than its maker says');
    if (makers && makers.digest('hex') !== hash.value) {
      throw new ProviderError('a jar is not the one that its maker means');
    }
    await file.sync();
    return own.digest('hex');
  }
}

interface Download {
  /** Received so far. */
  bytes: number;
  done: Promise<Jar>;
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}
