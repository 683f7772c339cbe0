import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import { backupOrigins, backupProblems, backupStates, resetStates, restoreStates } from './backup-rules.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { eulaUrl, kernelKinds } from './kernel-rules.ts';
import { officialMaps, worldGenerators } from './maps.ts';
import { realmAddress, realmName, worldSeed } from './realms.ts';

/**
 * The world of a realm as it was at one moment. All managers can make and see backups; only the owner can restore,
 * download and delete them.
 */
export const RealmBackup = z.object({
  id: z.uuid(),
  created: z.iso.datetime(),
  origin: z.enum(backupOrigins),
  /** Who made it; null for a schedule, or if the account is gone. */
  madeBy: z.string().nullable(),
  state: z.enum(backupStates),
  /** Of its current state, as a fraction; null if not known, and once it has ended. */
  progress: z.number().min(0).max(1).nullable(),
  /** The packed size, which counts against the limit; null until it is packed. */
  bytes: z.int().nullable(),
  /** The number of files in it; null until the test restore has counted them. */
  files: z.int().nullable(),
  /** The kernel at that time, which also runs a new realm created from it. */
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

/** The restoring of a backup in place of the current world. */
export const RealmRestore = z.object({ backupId: z.uuid().nullable(), ...restoring });
export type RealmRestore = z.infer<typeof RealmRestore>;

/** The creation of a new realm from a backup. */
export const RealmOfBackup = z.object({
  /** Its name as requested. */
  name: z.string(),
  /** Null if it failed: then there is no realm. */
  realmId: z.uuid().nullable(),
  /** Never UNDOING: it starts as every new realm does. */
  ...restoring,
});
export type RealmOfBackup = z.infer<typeof RealmOfBackup>;

export const BackupRealmBody = z.object({
  user_realm_name: realmName,
  domain_name: realmAddress,
  /** The address of the licence that the owner agrees to with this; null: they agreed before, or need not. */
  eula: z.literal(eulaUrl).nullable(),
});

/** The replacing of the current world by a new one. */
export const RealmReset = z.object({
  /** What it is made from. */
  map: z.string(),
  seed: z.string().nullable(),
  state: z.enum(resetStates),
  /** The progress of the backup being made; null at any other time. */
  progress: z.number().min(0).max(1).nullable(),
  asked: z.iso.datetime(),
});
export type RealmReset = z.infer<typeof RealmReset>;

export const RealmWorldResetBody = z.object({
  world_name: z.enum([...officialMaps, ...worldGenerators]),
  /** Empty is the same as missing. */
  seed: worldSeed.optional(),
});

export const RealmBackups = z.object({
  /** Newest first. */
  backups: z.array(RealmBackup),
  /** The latest; null if there was none. */
  restore: RealmRestore.nullable(),
  /** The latest realm created from one of them; null for none, and for everyone but the owner. */
  newRealm: RealmOfBackup.nullable(),
  /** The latest new world; null for none. */
  reset: RealmReset.nullable(),
  /** What the owner's tier allows: backups of this realm, and their bytes in total. */
  limit: z.int(),
  bytesLimit: z.int(),
  bytesUsed: z.int(),
  /** The days after which each is deleted automatically; null: they stay as long as there is room. */
  keptDays: z.int().nullable(),
  /** The pause between two backups, in minutes. */
  cooldownMinutes: z.int(),
  /** When the pause before the next ends; null: it has ended. */
  nextAt: z.iso.datetime().nullable(),
});
export type RealmBackups = z.infer<typeof RealmBackups>;

/** An address at which anyone who has it can download the file for a minute. */
export const RealmBackupLink = z.object({ url: z.string(), expires: z.iso.datetime() });

/** The calls of backups. */
export const backupEndpoints = {
  realmBackups: {
    summary: 'The backups of a realm, and the limits of its owner’s tier',
    response: RealmBackups,
    errors: ['realm_unknown'],
  },
  realmBackupCreate: {
    summary: 'Back a realm up while it keeps running; for co-owners too',
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
    summary: 'Replace the current world, which is lost, by a backup; owner only',
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
    summary: 'Create a new realm with the world, settings and kernel of a backup; owner only',
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
    summary: 'Replace the current world by a new one, after backing it up; owner only',
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
    summary: 'Where a backup can be downloaded; owner only',
    response: RealmBackupLink,
    status: 201,
    errors: ['realm_unknown', 'backup_unknown', 'backup_not_ready'],
  },
  realmBackupDelete: {
    summary: 'Delete a backup; owner only',
    response: RealmBackups,
    errors: ['realm_unknown', 'backup_unknown', 'backup_kept', 'backup_in_use'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
