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
  /** Where a backup is kept by its row; null: before rows told. */
  at(place: string | null): BlobStore;
}

const folderPlace = 'folder';

/**
 * The key of a backup in its store. Each attempt at storing it has its own, so that one that comes too late spoils no other's.
 * @param attempt null: the first, whose key is that of releases that have one for all
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
