import type { BackupSettings } from './backup-settings.ts';
import type { BackupStore } from './backup-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

export function createBackupStore(settings: BackupSettings): BackupStore {
  return 's3' in settings ? createS3Store(settings.s3) : createFolderStore(settings.folder);
}
