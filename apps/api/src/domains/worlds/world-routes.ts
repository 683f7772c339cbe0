import type { Handlers } from '../../http/register-routes.ts';
import {
  realmAddonInstall,
  realmAddonRemove,
  realmAddonSwitch,
  realmAddons,
  realmAddonSearch,
} from './addons/realm-addons.ts';
import { realmBackupCreate, realmBackupDelete, realmBackupLink, realmBackups } from './backups/realm-backups.ts';
import { realmBackupRealmCreate, realmBackupRestore, realmWorldReset } from './backups/realm-restores.ts';
import { realmCreateVersions, realmKernelVersions } from './kernels/realm-kernel-versions.ts';
import { realmKernelJars } from './kernels/own-jars.ts';
import { realmKernel } from './kernels/realm-kernel.ts';
import { realmKernelChange } from './kernels/realm-kernel-change.ts';
import { realmKernelReturn } from './kernels/realm-kernel-return.ts';
import { realmKernelUpdate } from './kernels/realm-kernel-update.ts';
import { modpackSearch, modpackVersions } from './modpacks/modpack-search.ts';
import { realmModpack } from './modpacks/realm-modpack.ts';
import { realmModpackCreate } from './modpacks/realm-modpack-create.ts';
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
  modpackSearch,
  modpackVersions,
  realmModpackCreate,
  realmModpack,
} satisfies Partial<Handlers>;
