import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { maxFileBytes } from '@realmkeep/contract';
import { type FileEntry, isLiveWorld, type WriteOptions } from '@realmkeep/runtime';
import { createFile } from '@realmkeep/safe-fs';
import type { Context } from '../context.ts';
import { assertDiskSpace } from '../limits/disk-space.ts';
import { assertPrograms, isProgramPath } from '../limits/programs.ts';
import { AppError } from '../http/app-error.ts';
import { sftpFolder } from './host-key.ts';
import type { OpenFile } from './open-file.ts';
import type { RealmTree, Spot } from './realm-tree.ts';
import { Refusal } from './refusal.ts';
import { openFlags, statuses } from './wire.ts';

/** Before each so many bytes the disk is looked at. */
const roomBytes = 16 * 1024 ** 2;

interface Opening {
  tree: RealmTree;
  spot: Spot;
  /** Of the protocol. */
  flags: number;
  userId: string;
  room: SpoolRoom;
}

/**
 * A file that is written: into a nameless file of the api's own, in any order, and when the client closes or flushes it into its
 * place as a whole. So the realm never reads half a file, and a slow client holds neither the file agent nor the realm's world.
 */
export class FileWriter implements OpenFile {
  readonly #ctx: Context;
  readonly #opening: Opening;
  spot: Spot;
  readonly #spool: FileHandle;
  #replaces: WriteOptions['replaces'];
  /** Nothing exists at its path yet. */
  #isNew: boolean;
  /** Of the file, in bytes: at most what its realm has room for. */
  readonly #most: number;
  #bytes = 0;
  #isChanged: boolean;
  /** When it was written to last, or what the client has set. */
  #changedAt: number;
  #isTimeSet = false;
  /** Its path belongs to another file, or to none. */
  #isForgotten = false;

  private constructor(ctx: Context, opening: Opening, spool: FileHandle, before: FileEntry | null, most: number) {
    const { flags } = opening;
    this.#ctx = ctx;
    this.#opening = opening;
    this.spot = opening.spot;
    this.#changedAt = before?.changedAt ?? Date.now();
    this.#spool = spool;
    this.#isNew = before === null;
    this.#most = most;
    this.#isChanged = before === null || (flags & openFlags.TRUNC) !== 0;
    // What goes on from an earlier content replaces that and no other.
    const goesOn = before !== null && (flags & openFlags.TRUNC) === 0;
    this.#replaces = flags & openFlags.EXCL ? 'nothing' : goesOn ? { version: before.version } : 'anything';
  }

  /** @throws Refusal, AppError disk_full and others: so early that nothing has been sent in vain */
  static async open(ctx: Context, opening: Opening): Promise<FileWriter> {
    const { tree, spot, flags } = opening;
    const { before, room } = await tree.use(spot, async (files, quota) => {
      const before = await files.stat(spot.path).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'not_found') return null;
        throw error;
      });
      // Fails if the parent folder does not exist.
      if (before === null) await files.stat(spot.path.split('/').slice(0, -1).join('/'));
      return { before, room: quota.bytes - (await files.usage()).bytes + (before?.bytes ?? 0) };
    });
    assertOpens(ctx, opening, before);
    await assertDiskSpace(ctx, roomBytes);
    const folder = sftpFolder(ctx.config.dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `spool-${randomUUID()}`);
    const spool = await createFile(path);
    // Without a name it goes with the process.
    await unlink(path);
    const writer = new FileWriter(ctx, opening, spool, before, Math.min(room, maxFileBytes));
    if (before === null || flags & openFlags.TRUNC) return writer;
    try {
      await writer.#copyFrom(before);
      return writer;
    } catch (error) {
      await writer.#drop();
      throw error;
    }
  }

  async stat(): Promise<FileEntry> {
    const name = this.spot.path.split('/').at(-1) ?? '';
    return { name, kind: 'file', bytes: this.#bytes, changedAt: this.#changedAt, version: '' };
  }

  async read(offset: number, length: number): Promise<Buffer> {
    if (!(this.#opening.flags & openFlags.READ)) {
      throw new Refusal(statuses.PERMISSION_DENIED, 'The file was opened to be written');
    }
    const { bytesRead, buffer } = await this.#spool.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }

  async write(offset: number, bytes: Buffer): Promise<void> {
    const start = this.#opening.flags & openFlags.APPEND ? this.#bytes : offset;
    await this.#put(start, bytes);
    this.#noteChange();
  }

  async resize(bytes: number): Promise<void> {
    this.#take(bytes);
    await this.#spool.truncate(bytes);
    this.#noteChange();
  }

  async setTime(changedAt: number): Promise<void> {
    this.#changedAt = changedAt;
    this.#isTimeSet = true;
  }

  async flush(): Promise<void> {
    if (this.#isForgotten) return;
    if (this.#isChanged) await this.#putInPlace();
    else if (this.#isTimeSet) {
      const { version } = await this.#opening.tree.use(this.spot, (files) =>
        files.setTime(this.spot.path, this.#changedAt),
      );
      if (typeof this.#replaces === 'object') this.#replaces = { version };
    }
    this.#isChanged = this.#isTimeSet = false;
  }

  /** It was deleted, or another file took its path: later writes are dropped. */
  forget(): void {
    this.#isForgotten = true;
  }

  /** Whether nothing exists at its path yet. */
  get isNew(): boolean {
    return this.#isNew;
  }

  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.#drop();
    }
  }

  async abandon(keep: boolean): Promise<void> {
    if (keep && this.#isNew && this.#bytes > 0) await this.close();
    else await this.#drop();
  }

  #noteChange(): void {
    this.#isChanged = true;
    this.#isTimeSet = false;
    this.#changedAt = Date.now();
  }

  async #putInPlace(): Promise<void> {
    const { path } = this.spot;
    await assertDiskSpace(this.#ctx, this.#bytes);
    const content = this.#spool.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 });
    const replaces = this.#replaces;
    const changedAt = this.#isTimeSet ? { changedAt: this.#changedAt } : {};
    const { version } = await this.#opening.tree.use(this.spot, (files, quota) =>
      files.write(path, content, { quota, replaces, ...changedAt }),
    );
    this.#isNew = false;
    // A truncating open replaces anything at the path.
    if (replaces !== 'anything') this.#replaces = { version };
  }

  async #copyFrom(before: FileEntry): Promise<void> {
    const { tree, spot } = this.#opening;
    let at = 0;
    await tree.use(spot, async (files) => {
      const { content } = await files.read(spot.path, { start: 0, length: before.bytes });
      for await (const piece of content as AsyncIterable<Buffer>) {
        await this.#put(at, piece);
        at += piece.length;
      }
    });
  }

  async #put(start: number, bytes: Buffer): Promise<void> {
    const end = Math.max(this.#bytes, start + bytes.length);
    if (Math.trunc(end / roomBytes) > Math.trunc(this.#bytes / roomBytes)) await assertDiskSpace(this.#ctx, roomBytes);
    this.#take(end);
    for (let at = 0; at < bytes.length;) {
      at += (await this.#spool.write(bytes, at, bytes.length - at, start + at)).bytesWritten;
    }
  }

  /** It is so large from now on. @throws AppError file_quota, upload_too_large, disk_full */
  #take(bytes: number): void {
    if (bytes > maxFileBytes) throw new AppError('upload_too_large', { limit: maxFileBytes / 1024 ** 2 });
    if (bytes > this.#most) throw new AppError('file_quota');
    this.#opening.room.take(this.#opening.userId, bytes - this.#bytes);
    this.#bytes = bytes;
  }

  async #drop(): Promise<void> {
    this.#opening.room.take(this.#opening.userId, -this.#bytes);
    this.#bytes = 0;
    await this.#spool.close();
  }
}

/** What closing it would be refused for. @throws Refusal, AppError */
function assertOpens(ctx: Context, { spot, flags }: Opening, before: FileEntry | null): void {
  if (!spot.path.includes('/')) throw new AppError('file_reserved');
  if (isProgramPath(spot.path)) assertPrograms(ctx);
  if (before === null && !(flags & openFlags.CREAT)) throw new AppError('file_unknown');
  if (before !== null && flags & openFlags.EXCL) throw new AppError('file_exists');
  if (before?.kind === 'folder') throw new Refusal(statuses.FAILURE, 'This is a folder');
  const phase = ctx.directory.observed(spot.realm.id)?.phase ?? 'EXITED';
  if (isLiveWorld(spot.path) && phase !== 'EXITED') throw new AppError('file_world_live');
}

/** Of one account at once, as of its uploads by the page, on the disk of this process. */
const maxAccountBytes = maxFileBytes;

/** Of what the data folder may hold, for these uploads; and for them where it may hold what its disk does. */
const shareOfSpool = 1 / 2;
const maxBytes = 8 * 1024 ** 3;

/** What the accounts' uploads by SFTP take on the disk until each is in its place. */
export class SpoolRoom {
  readonly #log: Context['log'];
  readonly #most: number;
  readonly #byUser = new Map<string, number>();
  #taken = 0;

  constructor({ config: { spoolGiB }, log }: Pick<Context, 'config' | 'log'>) {
    this.#log = log;
    this.#most = spoolGiB ? spoolGiB * 1024 ** 3 * shareOfSpool : maxBytes;
  }

  /** @param bytes more, or less than nothing. @throws AppError file_quota, disk_full */
  take(userId: string, bytes: number): void {
    const taken = (this.#byUser.get(userId) ?? 0) + bytes;
    if (bytes > 0 && taken > maxAccountBytes) throw new AppError('file_quota');
    // Nobody takes more than they leave, so that whoever comes next finds room as well.
    const left = this.#most - this.#taken - bytes;
    if (bytes > 0 && taken > left) {
      this.#log.error({ taken: this.#taken, most: this.#most }, 'uploads by SFTP have no more room');
      throw new AppError('disk_full');
    }
    this.#taken += bytes;
    if (taken > 0) this.#byUser.set(userId, taken);
    else this.#byUser.delete(userId);
  }
}
