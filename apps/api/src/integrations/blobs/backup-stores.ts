import type { BackupSettings } from './blob-settings.ts';
import { type BlobStore, StoreError } from './blob-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';
import { eitherStore } from './two-stores.ts';

/** Where backups are kept, and where they were. */
export interface BackupStores {
  /** Where new ones are kept. */
  current: BlobStore;
  /** Its name, for a backup's row. */
  place: string;
  /** The store named in a backup's row; null: from before rows named it. */
  at(place: string | null): BlobStore;
}

const folderPlace = 'folder';

/**
 * The key of a backup in its store. Each attempt has its own, so that a late one does not overwrite another's.
 * @param attempt null: the first, with the key used by releases that had one for all attempts
 */
export function backupKey(id: string, attempt: number | null = null): string {
  return `${id}${attempt === null || attempt === 1 ? '' : `-${attempt}`}.tar.zst`;
}

/** What was kept in the folder is found when the settings name an object storage since. In a bucket they lie beside the folders of the rest. */
export function createBackupStores({ folder, s3 }: BackupSettings): BackupStores {
  const inFolder = createFolderStore(folder);
  const current = s3 ? createS3Store(s3, '') : inFolder;
  const place = s3 ? `s3 ${s3.endpoint}/${s3.bucket}` : folderPlace;
  return {
    current,
    place,
    at: (wanted) => {
      if (wanted === place) return current;
      if (wanted === folderPlace) return inFolder;
      return wanted === null ? eitherStore(current, inFolder) : nowhere(wanted);
    },
  };
}

function nowhere(place: string): BlobStore {
  const fail = async (): Promise<never> => {
    throw new StoreError('elsewhere', `it is kept at ${place}, which the settings name no more`);
  };
  return {
    isOnDisk: false,
    put: fail,
    get: fail,
    remove: fail,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
    link: fail,
  };
}
