import { join } from 'node:path';
import { z } from 'zod';
import type { S3Address } from './s3-store.ts';

/** Where backups are kept: new ones in the object storage, where there is one. */
export interface BackupSettings {
  folder: string;
  s3: S3Address | null;
  /** Of one realm at most, whatever its owner's tier allows; null: as that. */
  most: number | null;
  /** After so many days they go; null: never. */
  days: number | null;
}

const text = z.string().default('');
export const backupEnvironment = {
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),
  BACKUP_S3_BUCKET: text,
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_S3_ACCESS_KEY: text,
  BACKUP_S3_SECRET_KEY: text,
  BACKUP_S3_LINKS: z.enum(['true', 'false']).default('true'),
  BACKUPS_PER_REALM: z.coerce.number().int().min(0).default(0),
  BACKUP_DAYS: z.coerce.number().int().min(0).default(0),
};
type BackupEnvironment = z.infer<z.ZodObject<typeof backupEnvironment>>;

/**
 * An object storage where one is named, else a folder of the data folder.
 * @returns what is missing, by the names of the settings, where anything is
 */
export function backupSettings(
  env: BackupEnvironment,
  dataDir: string,
): { backups: BackupSettings; problems: string[] } {
  const names = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'] as const;
  const missing = names.filter((name) => env[name] === '');
  const kept = { folder: join(dataDir, 'backups'), most: env.BACKUPS_PER_REALM || null, days: env.BACKUP_DAYS || null };
  if (missing.length === names.length) return { backups: { ...kept, s3: null }, problems: [] };
  const s3 = {
    endpoint: env.BACKUP_S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: env.BACKUP_S3_BUCKET,
    region: env.BACKUP_S3_REGION,
    accessKey: env.BACKUP_S3_ACCESS_KEY,
    secretKey: env.BACKUP_S3_SECRET_KEY,
    links: env.BACKUP_S3_LINKS === 'true',
  };
  return { backups: { ...kept, s3 }, problems: missing.map((name) => `${name}: backups in object storage need it`) };
}
