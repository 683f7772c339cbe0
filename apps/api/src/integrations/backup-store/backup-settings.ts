import { join } from 'node:path';
import { groups, type Settings, together } from '@realmkeep/settings';
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

export const backupNames = [
  ...groups.s3,
  'BACKUP_S3_REGION',
  'BACKUP_S3_LINKS',
  'BACKUPS_PER_REALM',
  'BACKUP_DAYS',
  'DATA_DIR',
] as const;

/** An object storage where one is named, else a folder of the data folder. */
export function backupSettings(env: Settings<(typeof backupNames)[number]>): BackupSettings {
  const values = together(env, groups.s3);
  const s3 = values && {
    endpoint: values.BACKUP_S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: values.BACKUP_S3_BUCKET,
    region: env.BACKUP_S3_REGION,
    accessKey: values.BACKUP_S3_ACCESS_KEY,
    secretKey: values.BACKUP_S3_SECRET_KEY,
    links: env.BACKUP_S3_LINKS,
  };
  const folder = join(env.DATA_DIR, 'backups');
  return { folder, s3, most: env.BACKUPS_PER_REALM || null, days: env.BACKUP_DAYS || null };
}
