import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** As the api takes them: the largest server today has 60 MB. */
const maxJarBytes = 256 * 1024 * 1024;
const maxFolderBytes = 4 * 1024 ** 3;
/** What a killed process has left is older. */
const partsMs = 3_600_000;

/** Jars that realms are started with, each under its SHA-256. Those that have not been used for longest go when the folder is full. */
export class JarStore {
  readonly #folder: string;
  readonly #maxBytes: number;

  /** @param folder absolute; made for the first jar, and readable for realms' users */
  constructor(folder: string, maxBytes = maxFolderBytes) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** The path of the jar; null: it is not here. It counts as used now. */
  async find(sha256: string): Promise<string | null> {
    const path = join(this.#folder, `${sha256}.jar`);
    try {
      const now = new Date();
      await utimes(path, now, now);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Keeps a jar, whole or not at all. @throws Error when it is too large, or another */
  async keep(sha256: string, content: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o755 });
    const part = join(this.#folder, `.part-${randomUUID()}`);
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      await using file = await open(part, 'wx', 0o444);
      for await (const piece of content) {
        bytes += piece.length;
        if (bytes > Math.min(maxJarBytes, this.#maxBytes)) throw new Error('a jar is too large');
        hash.update(piece);
        await file.writeFile(piece);
      }
      if (hash.digest('hex') !== sha256) throw new Error('a jar is not the one that it was said to be');
      await file.sync();
      await this.#makeRoom(bytes);
      await rename(part, join(this.#folder, `${sha256}.jar`));
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Running servers keep what they have opened. */
  async #makeRoom(wanted: number): Promise<void> {
    let taken = wanted;
    const jars: { path: string; size: number; mtimeMs: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => null);
      if (found === null) continue;
      if (!name.startsWith('.')) {
        taken += found.size;
        jars.push({ path, size: found.size, mtimeMs: found.mtimeMs });
      } else if (found.mtimeMs < Date.now() - partsMs) await rm(path, { force: true });
    }
    for (const { path, size } of jars.toSorted((one, other) => one.mtimeMs - other.mtimeMs)) {
      if (taken <= this.#maxBytes) return;
      await rm(path, { force: true });
      taken -= size;
    }
  }
}
