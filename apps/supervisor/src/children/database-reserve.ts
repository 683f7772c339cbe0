import { execFile } from 'node:child_process';
import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Four pieces of write-ahead log, which a recovery writes, and some for the tables. */
const reserveBytes = 128 * 1024 ** 2;
/** It is taken again when this multiple of it is free. */
const times = 8;

/** Disk space reserved for the database, for when it has ended for lack of space: a file beside its data. */
export class DatabaseReserve {
  readonly #file: string;
  readonly #folder: string;
  readonly #bytes: number;

  constructor(folder: string, bytes = reserveBytes) {
    this.#folder = folder;
    this.#file = join(folder, 'reserve');
    this.#bytes = bytes;
  }

  /** Takes the room unless it has it, or there is little left. */
  async take(): Promise<void> {
    if (await stat(this.#file).catch(() => null)) return;
    if ((await this.#free()) < times * this.#bytes) return;
    // Without fallocate(2), as on some network file systems, there is none.
    await run('fallocate', ['-l', String(this.#bytes), this.#file]).catch(() => rm(this.#file, { force: true }));
  }

  /** Frees it if the disk is full. @returns whether it did */
  async giveIfFull(): Promise<boolean> {
    if ((await this.#free()) > this.#bytes / 2) return false;
    const had = await stat(this.#file).catch(() => null);
    await rm(this.#file, { force: true });
    return had !== null;
  }

  /** The same, and says so. @param name of whose it is */
  async giveIfNeeded(say: (line: string) => void, name: string): Promise<void> {
    if (await this.giveIfFull())
      say(`The disk of ${this.#folder} is full: ${name} gets the room that was kept for it.`);
  }

  async #free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }
}
