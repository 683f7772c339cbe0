import { z } from 'zod';
import { routes, type EndpointName } from './routes.ts';
import { backupOrigins, backupProblems, backupStates, resetStates, restoreStates } from './backup-rules.ts';
import type { Endpoint } from './endpoint.ts';
import { eulaUrl, kernelKinds } from './kernel-rules.ts';
import { officialMaps, worldGenerators } from './maps.ts';
import { realmAddress, realmName, worldSeed } from './realms.ts';

/**
 * The world of a realm as it was at one moment. Whoever manages the realm makes them and sees them; its owner alone restores,
 * downloads and deletes them.
 */
export const RealmBackup = z.object({
  id: z.uuid(),
  created: z.iso.datetime(),
  origin: z.enum(backupOrigins),
  /** Whose hand made it; null for a schedule, and where the account is gone. */
  madeBy: z.string().nullable(),
  state: z.enum(backupStates),
  /** Of the state that it is in, as a fraction; null where that is not known, and once it has ended. */
  progress: z.number().min(0).max(1).nullable(),
  /** Packed, as it counts against the limit; null until it is. */
  bytes: z.int().nullable(),
  /** In it; null until they have been counted by restoring it. */
  files: z.int().nullable(),
  /** What ran the realm then, and runs a new realm that is made of it. */
  kernel: z.object({ kernel: z.enum(kernelKinds), version: z.string() }),
  /** Why it is FAILED. */
  problem: z.enum(backupProblems).nullable(),
});
export type RealmBackup = z.infer<typeof RealmBackup>;

const restoring = {
  state: z.enum(restoreStates),
  progress: z.number().min(0).max(1).nullable(),
  asked: z.iso.datetime(),
  /** When the backup was made. */
  backupCreated: z.iso.datetime().nullable(),
};

/** How a world is put in the place of the present one. */
export const RealmRestore = z.object({ backupId: z.uuid().nullable(), ...restoring });
export type RealmRestore = z.infer<typeof RealmRestore>;

/** How a new realm is made of a backup. */
export const RealmOfBackup = z.object({
  /** As it was called when it was asked for. */
  name: z.string(),
  /** Null where it failed: then there is none. */
  realmId: z.uuid().nullable(),
  /** Never UNDOING: it starts as every new realm does. */
  ...restoring,
});
export type RealmOfBackup = z.infer<typeof RealmOfBackup>;

export const BackupRealmBody = z.object({
  user_realm_name: realmName,
  domain_name: realmAddress,
  /** The address of the licence that the owner agrees to with this; null: he has agreed before, or needs not. */
  eula: z.literal(eulaUrl).nullable(),
});

/** How a new world takes the place of the present one. */
export const RealmReset = z.object({
  /** Of what it is made. */
  map: z.string(),
  seed: z.string().nullable(),
  state: z.enum(resetStates),
  /** Of the backup that is being made; null at any other time. */
  progress: z.number().min(0).max(1).nullable(),
  asked: z.iso.datetime(),
});
export type RealmReset = z.infer<typeof RealmReset>;

export const RealmWorldResetBody = z.object({
  world_name: z.enum([...officialMaps, ...worldGenerators]),
  /** Empty as if it were missing. */
  seed: worldSeed.optional(),
});

export const RealmBackups = z.object({
  /** Newest first. */
  backups: z.array(RealmBackup),
  /** The latest; null where none was asked for. */
  restore: RealmRestore.nullable(),
  /** The latest realm that was made of one of them; null for none, and for all but the owner. */
  newRealm: RealmOfBackup.nullable(),
  /** The latest new world; null for none. */
  reset: RealmReset.nullable(),
  /** What the owner's tier allows: so many of this realm, and so many bytes together. */
  limit: z.int(),
  bytesLimit: z.int(),
  bytesUsed: z.int(),
  /** After so many days each goes by itself; null: as long as there is room. */
  keptDays: z.int().nullable(),
  /** Between two that are made, in minutes. */
  cooldownMinutes: z.int(),
  /** From when on the next can be made, as far as the pause goes; null: at once. */
  nextAt: z.iso.datetime().nullable(),
});
export type RealmBackups = z.infer<typeof RealmBackups>;

/** Where the file can be fetched, by whoever has the address, for a minute. */
export const RealmBackupLink = z.object({ url: z.string(), expires: z.iso.datetime() });

/** The calls of backups. */
export const backupEndpoints = {
  realmBackups: {
    route: routes.realmBackups,
    summary: 'The backups of a realm, and what of them its owner’s tier allows',
    response: RealmBackups,
    errors: ['realm_unknown'],
  },
  realmBackupCreate: {
    route: routes.realmBackupCreate,
    summary: 'Back a realm up; it goes on running. Co-owners may as well',
    response: RealmBackups,
    status: 201,
    errors: [
      'realm_unknown',
      'backup_no_world',
      'backup_running',
      'restore_running',
      'kernel_changing',
      'backup_limit',
      'backup_space',
      'backup_cooldown',
      'disk_full',
    ],
  },
  realmBackupRestore: {
    route: routes.realmBackupRestore,
    summary: 'Put the world of a backup in the place of the present one, which is lost; for the owner alone',
    response: RealmBackups,
    status: 201,
    errors: [
      'realm_unknown',
      'backup_unknown',
      'backup_not_ready',
      'backup_newer',
      'backup_running',
      'restore_running',
      'kernel_changing',
      'addon_installing',
      'disk_full',
    ],
  },
  realmBackupRealmCreate: {
    route: routes.realmBackupRealmCreate,
    summary:
      'Make a new realm that begins with the world, the settings and the kernel of a backup; for the owner alone',
    body: BackupRealmBody,
    response: RealmBackups,
    status: 201,
    errors: [
      'realm_unknown',
      'backup_unknown',
      'backup_not_ready',
      'restore_running',
      'chat_link_required',
      'realm_limit_reached',
      'realm_name_taken',
      'realm_address_taken',
      'realm_address_reserved',
      'realm_create_forbidden',
      'realm_map_java',
      'kernel_tier',
      'programs_off',
      'kernel_java',
      'kernel_eula',
      'disk_full',
    ],
  },
  realmWorldReset: {
    route: routes.realmWorldReset,
    summary: 'Make a new world in the place of the present one, which is backed up before; for the owner alone',
    body: RealmWorldResetBody,
    response: RealmBackups,
    status: 201,
    errors: [
      'realm_unknown',
      'realm_map_java',
      'backup_no_world',
      'backup_running',
      'restore_running',
      'kernel_changing',
      'addon_installing',
      'disk_full',
    ],
  },
  realmBackupLink: {
    route: routes.realmBackupLink,
    summary: 'Where the file of a backup can be fetched; for the owner alone',
    response: RealmBackupLink,
    status: 201,
    errors: ['realm_unknown', 'backup_unknown', 'backup_not_ready'],
  },
  realmBackupDelete: {
    route: routes.realmBackupDelete,
    summary: 'Delete a backup; for the owner alone',
    response: RealmBackups,
    errors: ['realm_unknown', 'backup_unknown', 'backup_kept', 'backup_in_use'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
