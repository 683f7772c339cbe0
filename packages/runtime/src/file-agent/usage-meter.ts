import { lstatSync } from 'node:fs';
import { type FileHandle, readdir } from 'node:fs/promises';
import { FilesError, type FilesQuota, type FilesUsage, visibleFolders } from '../files.ts';
import { DiskRoom } from './disk-room.ts';
import { isShown } from './file-path.ts';
import { inFolder } from '@realmkeep/safe-fs';
import { walkTo } from './walk.ts';

/** For how long a count holds, but for what the file agent itself has written: the realm writes too. */
const countHoldsMs = 15_000;

/** The usage of the visible folders, including what is being written into them. */
export class UsageMeter {
  readonly #root: FileHandle;
  readonly #stagingName: string;
  readonly #room: DiskRoom;
  #count: Promise<FilesUsage> | null = null;
  #countedAt = -Infinity;

  /** @param stagingName of the folder for what is being written */
  constructor(root: FileHandle, stagingName: string) {
    this.#root = root;
    this.#stagingName = stagingName;
    this.#room = new DiskRoom(root);
  }

  async now(): Promise<FilesUsage> {
    return { ...(await this.#counted()) };
  }

  /** Counts these before they are written, so that concurrent writers do not exceed the quota together. @throws over_quota, disk_full */
  async take(bytes: number, files: number, quota: FilesQuota): Promise<void> {
    await this.#room.take(bytes);
    const usage = await this.#counted();
    if (usage.bytes + bytes > quota.bytes || usage.files + files > quota.files) throw new FilesError('over_quota');
    usage.bytes += bytes;
    usage.files += files;
  }

  /** Counts these out again: replaced, or not written after all. */
  async give(bytes: number, files: number): Promise<void> {
    // The next count will not include them.
    if (this.#isOld()) return;
    const usage = await this.#counted();
    usage.bytes -= bytes;
    usage.files -= files;
  }

  /** When it is not known how much has gone. */
  forget(): void {
    this.#countedAt = -Infinity;
  }

  #isOld(): boolean {
    return performance.now() - this.#countedAt > countHoldsMs;
  }

  #counted(): Promise<FilesUsage> {
    if (this.#count === null || this.#isOld()) {
      this.#countedAt = performance.now();
      this.#count = this.#countAll();
      this.#count.catch(() => this.forget());
    }
    return this.#count;
  }

  async #countAll(): Promise<FilesUsage> {
    const usage = { bytes: 0, files: 0 };
    for (const name of [...visibleFolders, this.#stagingName]) await this.#countIn([name], usage);
    return usage;
  }

  async #countIn(parts: string[], usage: FilesUsage): Promise<void> {
    // Something that is not, or no longer, a folder contains nothing.
    const folder = await walkTo(this.#root, parts).catch(() => null);
    if (folder === null) return;
    try {
      for (const item of await readdir(inFolder(folder, '.'), { withFileTypes: true })) {
        const below = [...parts, item.name];
        if (parts[0] !== this.#stagingName && !isShown(below)) continue;
        usage.files += 1;
        if (item.isDirectory()) await this.#countIn(below, usage);
        else usage.bytes += lstatSync(inFolder(folder, item.name), { throwIfNoEntry: false })?.size ?? 0;
      }
    } finally {
      await folder.close();
    }
  }
}
