import type { FileEntry } from '@realmkeep/runtime';
import { FileReader } from './file-reader.ts';
import { FileWriter } from './file-writer.ts';
import type { OpenFile } from './open-file.ts';
import type { Spot } from './realm-tree.ts';
import { Refusal } from './refusal.ts';
import { statuses } from './wire.ts';

/** Of one channel: clients have one file open, or a few. */
export const maxHandles = 32;
const maxFolders = 8;
/** Entries not sent yet, of all open folders together: as many as one folder may have. */
const maxEntries = 20_000;
/** Each holds two pieces of a file. */
const maxReading = 4;

/** A folder that is being listed, with the entries not sent yet. */
export interface OpenFolder {
  left: FileEntry[];
}

/** What a client has open. */
export class OpenHandles {
  readonly #open = new Map<string, OpenFile | OpenFolder>();
  /** The last read last. */
  readonly #reading = new Set<FileReader>();
  #last = 0;

  /** @throws Refusal when there is no room for another */
  assertHandleFree(kind: 'file' | 'folder'): void {
    const folders = [...this.#open.values()].filter((open) => 'left' in open).length;
    if (this.#open.size < maxHandles && (kind === 'file' || folders < maxFolders)) return;
    throw new Refusal(statuses.FAILURE, 'Too much is open: close something first');
  }

  /** @throws Refusal if too many entries of other folders have not been sent yet */
  addFolder(left: FileEntry[]): Buffer {
    const waiting = [...this.#open.values()].reduce((sum, open) => sum + ('left' in open ? open.left.length : 0), 0);
    if (waiting > 0 && waiting + left.length > maxEntries) {
      throw new Refusal(statuses.FAILURE, 'Too much is open: close something first');
    }
    return this.add({ left });
  }

  add(open: OpenFile | OpenFolder): Buffer {
    this.#last += 1;
    const handle = Buffer.allocUnsafe(4);
    handle.writeUInt32BE(this.#last % 2 ** 32);
    this.#open.set(handle.toString('hex'), open);
    return handle;
  }

  file(handle: Buffer): OpenFile {
    const open = this.#open.get(handle.toString('hex'));
    if (open === undefined || 'left' in open) throw new Refusal(statuses.FAILURE, 'No such file is open');
    if (open instanceof FileReader) this.#reads(open);
    return open;
  }

  folder(handle: Buffer): OpenFolder {
    const open = this.#open.get(handle.toString('hex'));
    if (open === undefined || !('left' in open)) throw new Refusal(statuses.FAILURE, 'No such folder is open');
    return open;
  }

  /** @param realmId null: of any realm */
  hasOpen(realmId: string | null): boolean {
    return this.#files().some(({ spot }) => realmId === null || spot.realm.id === realmId);
  }

  /** The file being written at this path, if any: its client sees it, though it is not in its folder yet. */
  writer(spot: Spot): FileWriter | null {
    return this.#writers().find((file) => isSame(file.spot, spot)) ?? null;
  }

  /** Files being written directly in this folder. */
  writersIn(folder: Spot): FileWriter[] {
    return this.#writers().filter(({ spot }) =>
      isSame({ ...spot, path: spot.path.split('/').slice(0, -1).join('/') }, folder),
    );
  }

  /** A file, or a folder with open files in it, was moved. */
  moved(from: Spot, to: Spot): void {
    for (const file of this.#files()) {
      const { path } = file.spot;
      if (file.spot.realm.id !== from.realm.id) continue;
      if (path === from.path) file.spot = to;
      else if (path.startsWith(`${from.path}/`)) file.spot = { ...to, path: to.path + path.slice(from.path.length) };
    }
  }

  async close(handle: Buffer): Promise<void> {
    const key = handle.toString('hex');
    const open = this.#open.get(key);
    if (open === undefined) throw new Refusal(statuses.FAILURE, 'Nothing of the kind is open');
    this.#open.delete(key);
    if ('left' in open) return;
    if (open instanceof FileReader) this.#reading.delete(open);
    await open.close();
  }

  /** What the client has left open. @param keep as of OpenFile.abandon */
  async abandonAll(keep: boolean): Promise<PromiseSettledResult<void>[]> {
    const files = this.#files();
    this.#open.clear();
    return Promise.allSettled(files.map((file) => file.abandon(keep)));
  }

  #files(): OpenFile[] {
    return [...this.#open.values()].flatMap((open) => ('left' in open ? [] : [open]));
  }

  /** The last opened first. */
  #writers(): FileWriter[] {
    return this.#files()
      .filter((file) => file instanceof FileWriter && !file.isForgotten)
      .toReversed() as FileWriter[];
  }

  #reads(reader: FileReader): void {
    this.#reading.delete(reader);
    this.#reading.add(reader);
    const [oldest] = this.#reading;
    if (this.#reading.size <= maxReading || oldest === undefined) return;
    this.#reading.delete(oldest);
    oldest.forget();
  }
}

function isSame(one: Spot, other: Spot): boolean {
  return one.realm.id === other.realm.id && one.path === other.path;
}
