import type { FileHandle } from 'node:fs/promises';
import { diskSpace, inFolder, reservedBytes } from '@realmkeep/safe-fs';
import { FilesError } from '../files.ts';

/** So much may be written from one look at the disk to the next. */
const stepBytes = 1024 * 1024;

/** Keeps a writer from using up the disk of a folder: what is reserved there is for the realms that run. */
export class DiskRoom {
  readonly #folder: FileHandle;
  /** The first bytes cause a look. */
  #unseen = stepBytes;

  constructor(folder: FileHandle) {
    this.#folder = folder;
  }

  /** To be called before so many bytes are written. @throws FilesError disk_full */
  async take(bytes: number): Promise<void> {
    this.#unseen += bytes;
    if (this.#unseen < stepBytes) return;
    this.#unseen = 0;
    const { free, total } = await diskSpace(inFolder(this.#folder, '.'));
    if (free - bytes < reservedBytes(total)) throw new FilesError('disk_full');
  }
}
