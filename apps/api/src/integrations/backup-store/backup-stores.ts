import type { BackupSettings } from './backup-settings.ts';
import { BackupMissing, type BackupStore, StoreError } from './backup-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

/** Where backups are kept, and where they were. */
export interface BackupStores {
  /** Where new ones are kept. */
  current: BackupStore;
  /** Its name, for a backup's row. */
  place: string;
  /** Where a backup is kept by its row; null: before rows told. */
  at(place: string | null): BackupStore;
}

const folderPlace = 'folder';

/** What was kept in the folder is found when the settings name an object storage since. */
export function createBackupStores({ folder, s3 }: BackupSettings): BackupStores {
  const inFolder = createFolderStore(folder);
  const current = s3 ? createS3Store(s3) : inFolder;
  const place = s3 ? `s3 ${s3.endpoint}/${s3.bucket}` : folderPlace;
  return {
    current,
    place,
    at: (wanted) => {
      if (wanted === place) return current;
      if (wanted === folderPlace) return inFolder;
      return wanted === null ? either(current, inFolder) : nowhere(wanted);
    },
  };
}

/** What one of them has. */
function either(first: BackupStore, second: BackupStore): BackupStore {
  return {
    put: (key, pieces) => first.put(key, pieces),
    get: (key) =>
      first.get(key).catch((error: unknown) => {
        if (error instanceof BackupMissing) return second.get(key);
        throw error;
      }),
    remove: async (key) => {
      await second.remove(key);
      await first.remove(key);
    },
    link: async () => null,
  };
}

function nowhere(place: string): BackupStore {
  const fail = async (): Promise<never> => {
    throw new StoreError('elsewhere', `it is kept at ${place}, which the settings name no more`);
  };
  return { put: fail, get: fail, remove: fail, link: fail };
}
