import { filePathRule } from '@realmkeep/contract';
import type { FileEntry, FilesQuota, RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../context.ts';
import { AppError } from '../http/app-error.ts';
import { filesOf } from '../domains/files/files-of.ts';
import type { RealmRow } from '../domains/realms/realm-queries.ts';
import { Refusal } from './refusal.ts';
import { statuses } from './wire.ts';

/** Something of a realm's files; the path is empty for all of them. */
export interface Spot {
  realm: RealmRow;
  path: string;
}

/** The names of a path from the root, without links to follow. @throws AppError file_name_invalid */
export function namesOf(path: string): string[] {
  if (path.length > 2 * filePathRule.max) throw new AppError('file_name_invalid');
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}

/** What an account sees: a folder for each realm that it manages, named by the realm's address, with the realm's files. The caller attends to the account's realms. */
export class RealmTree {
  readonly #ctx: Context;
  readonly #userId: string;

  constructor(ctx: Context, userId: string) {
    this.#ctx = ctx;
    this.#userId = userId;
  }

  async list(path: string): Promise<FileEntry[]> {
    const spot = this.locate(path);
    if (spot === null) return this.#realms().map(folderOf);
    return this.use(spot, (files) => files.list(spot.path));
  }

  async stat(path: string): Promise<FileEntry> {
    const spot = this.locate(path);
    if (spot === null) return { name: '/', kind: 'folder', bytes: 0, changedAt: 0, version: '' };
    return spot.path === '' ? folderOf(spot.realm) : this.use(spot, (files) => files.stat(spot.path));
  }

  async makeFolder(path: string): Promise<void> {
    const spot = this.find(path);
    await this.use(spot, (files, quota) => files.makeFolder(spot.path, quota));
  }

  /** Removes a file, or anything else that is not a folder. */
  async remove(path: string): Promise<void> {
    const spot = this.find(path);
    await this.use(spot, async (files) => {
      if ((await files.stat(spot.path)).kind === 'folder') throw new Refusal(statuses.FAILURE, 'This is a folder');
      await files.remove(spot.path);
    });
  }

  /** Removes an empty folder: clients delete its contents first. */
  async removeFolder(path: string): Promise<void> {
    const spot = this.find(path);
    await this.use(spot, async (files) => {
      const inIt = await files.list(spot.path);
      if (inIt.length > 0) throw new Refusal(statuses.FAILURE, 'The folder is not empty');
      await files.remove(spot.path);
    });
  }

  /** @param replaces whether a file takes the place of another */
  async move(source: Spot, target: Spot, replaces: boolean): Promise<void> {
    if (source.realm.id !== target.realm.id) {
      throw new Refusal(statuses.FAILURE, 'From one realm to another files are copied, not moved');
    }
    await this.use(source, (files) => files.move(source.path, target.path, replaces));
  }

  /** The times of a realm's fixed folders are not stored. */
  async setTime(path: string, changedAt: number): Promise<void> {
    const spot = this.locate(path);
    if (spot === null || !spot.path.includes('/')) return void (await this.stat(path));
    await this.use(spot, (files) => files.setTime(spot.path, changedAt));
  }

  /** Of a realm, and not the root with the realms themselves. @throws Refusal, AppError */
  find(path: string): Spot {
    const spot = this.locate(path);
    if (spot === null) throw new Refusal(statuses.PERMISSION_DENIED, 'Realms are made and deleted on the site');
    return spot;
  }

  /** Checks again whether the account still manages the realm. @throws AppError realm_unknown, and refusals of the files */
  use<T>({ realm }: Spot, task: (files: RealmFiles, quota: FilesQuota) => Promise<T>): Promise<T> {
    return filesOf(this.#ctx, this.#userId, realm.id, task, 'SFTP');
  }

  /** Whether its realm is still there: a file takes a while to open. */
  has({ realm }: Spot): boolean {
    return this.#ctx.directory.row(realm.id)?.deleted_at === null;
  }

  /** Null is the root, with the realms. @throws AppError realm_unknown */
  locate(path: string): Spot | null {
    const [address, ...names] = namesOf(path);
    if (address === undefined) return null;
    const realm = this.#realms().find((row) => row.address === address);
    if (realm === undefined) throw new AppError('realm_unknown');
    return { realm, path: names.join('/') };
  }

  #realms(): RealmRow[] {
    return this.#ctx.directory.rowsOf(this.#userId).filter((row) => row.deleted_at === null);
  }
}

function folderOf({ address, created_at: createdAt }: RealmRow): FileEntry {
  return { name: address, kind: 'folder', bytes: 0, changedAt: createdAt.getTime(), version: '' };
}
