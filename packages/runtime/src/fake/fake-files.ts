import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilesError, isLiveWorld, type RealmFiles } from '../files.ts';
import { folderFiles } from '../file-agent/folder-files.ts';
import { closeFileAgentFolder, type FileAgentFolder, openFileAgentFolder } from '../file-agent/file-agent-folder.ts';
import type { FakePlace } from './fake-place.ts';

/** The folders of a fake place's realms, made when they are first asked for, and removed at the process's end. */
export class FakeFolders {
  readonly #open = new Map<string, { path: string; folder: Promise<FileAgentFolder> }>();
  #dir: string | null = null;

  /** Where a realm's files are, for tests to look. */
  path(realmId: string): string {
    return this.#of(realmId).path;
  }

  has(realmId: string): boolean {
    return this.#open.has(realmId);
  }

  folder(realmId: string): Promise<FileAgentFolder> {
    return this.#of(realmId).folder;
  }

  #of(realmId: string): { path: string; folder: Promise<FileAgentFolder> } {
    const known = this.#open.get(realmId);
    if (known !== undefined) return known;
    const path = join(this.#make(), realmId);
    mkdirSync(path);
    const made = { path, folder: openFileAgentFolder(path) };
    this.#open.set(realmId, made);
    return made;
  }

  async remove(realmId: string): Promise<void> {
    const known = this.#open.get(realmId);
    if (known === undefined) return;
    this.#open.delete(realmId);
    await closeFileAgentFolder(await known.folder);
    rmSync(known.path, { recursive: true, force: true });
  }

  #make(): string {
    if (this.#dir === null) {
      this.#dir = mkdtempSync(join(tmpdir(), 'realmkeep-fake-'));
      // Holds the open folders until then, too: none is left to the garbage collector to close.
      process.once('exit', () => rmSync(this.#dir ?? '', { recursive: true, force: true }));
    }
    return this.#dir;
  }
}

/** Maps are the game server's, and here is none. */
const noLand = async () => null;

/** The same operations as those of a file agent, in this process. */
export function fakeFiles(place: FakePlace, realmId: string): RealmFiles {
  async function files(): Promise<RealmFiles> {
    if (!place.realms.has(realmId) && !place.folders.has(realmId)) throw new FilesError('absent');
    return folderFiles(await place.folders.folder(realmId), place.archives.files, noLand);
  }
  async function change(...paths: string[]): Promise<RealmFiles> {
    const runs = (place.realms.get(realmId)?.state ?? null) !== null;
    if (runs && paths.some(isLiveWorld)) throw new FilesError('realm_running');
    return files();
  }
  return {
    list: async (path) => (await files()).list(path),
    stat: async (path) => (await files()).stat(path),
    read: async (path, range) => (await files()).read(path, range),
    hash: async (path) => (await files()).hash(path),
    jar: async (path) => (await files()).jar(path),
    write: async (path, content, options) => (await change(path)).write(path, content, options),
    makeFolder: async (path, quota) => (await change(path)).makeFolder(path, quota),
    move: async (from, to, replaces) => (await change(from, to)).move(from, to, replaces),
    setTime: async (path, changedAt) => (await change(path)).setTime(path, changedAt),
    remove: async (path) => (await change(path)).remove(path),
    archive: async (folder, names, path, work) => (await change(path)).archive(folder, names, path, work),
    extract: async (path, into, work) => (await change(into)).extract(path, into, work),
    drawLand: async (region) => (await files()).drawLand(region),
    drawPicture: async (land) => (await files()).drawPicture(land),
    usage: async () => (await files()).usage(),
  };
}
