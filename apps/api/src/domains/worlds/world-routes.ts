import type { Handlers } from '../../http/register-routes.ts';
import { realmAddonInstall } from './addons/realm-addon-install.ts';
import { realmAddonRemove, realmAddonSwitch } from './addons/realm-addon-switch.ts';
import { realmAddons, realmAddonSearch } from './addons/realm-addons.ts';
import { realmBackupCreate } from './backups/realm-backup-create.ts';
import { realmBackupDelete } from './backups/realm-backup-delete.ts';
import { realmBackupLink } from './backups/realm-backup-link.ts';
import { realmBackupRealmCreate } from './backups/realm-backup-realm-create.ts';
import { realmBackupRestore } from './backups/realm-backup-restore.ts';
import { realmBackups } from './backups/realm-backups.ts';
import { realmWorldReset } from './backups/realm-world-reset.ts';
import { realmCreateVersions } from './kernels/realm-create-versions.ts';
import { realmKernelJars } from './kernels/own-jars.ts';
import { realmKernel } from './kernels/realm-kernel.ts';
import { realmKernelChange } from './kernels/realm-kernel-change.ts';
import { realmKernelReturn } from './kernels/realm-kernel-return.ts';
import { realmKernelUpdate } from './kernels/realm-kernel-update.ts';
import { realmKernelVersions } from './kernels/realm-kernel-versions.ts';
import { realmCreate } from './realm-create.ts';

export const worldRoutes = {
  realmCreate,
  realmCreateVersions,
  realmBackups,
  realmBackupCreate,
  realmBackupRestore,
  realmBackupRealmCreate,
  realmWorldReset,
  realmBackupLink,
  realmBackupDelete,
  realmKernel,
  realmKernelVersions,
  realmKernelJars,
  realmKernelUpdate,
  realmKernelChange,
  realmKernelReturn,
  realmAddons,
  realmAddonSearch,
  realmAddonInstall,
  realmAddonSwitch,
  realmAddonRemove,
} satisfies Partial<Handlers>;
