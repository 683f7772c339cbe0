import type { Handlers } from '../../../http/register-routes.ts';
import { realmBackupCreate } from './realm-backup-create.ts';
import { realmBackupDelete } from './realm-backup-delete.ts';
import { realmBackupRealmCreate } from './realm-backup-realm-create.ts';
import { realmBackupLink } from './realm-backup-link.ts';
import { realmBackupRestore } from './realm-backup-restore.ts';
import { realmBackups } from './realm-backups.ts';

export const backupRoutes = {
  realmBackups,
  realmBackupCreate,
  realmBackupRestore,
  realmBackupRealmCreate,
  realmBackupLink,
  realmBackupDelete,
} satisfies Partial<Handlers>;
