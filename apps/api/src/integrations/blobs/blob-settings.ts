import { join } from 'node:path';
import { groups, type Settings, together } from '@realmkeep/settings';
import type { S3Address } from './s3-store.ts';

/** Where files lie that every api reaches. */
export interface BlobSettings {
  /** Holds a folder of each kind where there is no object storage, or was none. */
  dataDir: string;
  s3: S3Address | null;
}

/** Where backups are stored: new ones in object storage, if there is one. */
export interface BackupSettings {
  folder: string;
  s3: S3Address | null;
  /** The prefix of the settings that it comes from. */
  names: 'S3' | 'BACKUP_S3';
  /** The most per realm, whatever its owner's tier allows; null: as the tier allows. */
  most: number | null;
  /** After so many days they go; null: never. */
  days: number | null;
}

export const blobNames = [
  ...groups.s3,
  'S3_REGION',
  'S3_LINKS',
  ...groups.backupS3,
  'BACKUP_S3_REGION',
  'BACKUP_S3_LINKS',
  'BACKUPS_PER_REALM',
  'BACKUP_DAYS',
  'DATA_DIR',
] as const;

type Env = Settings<(typeof blobNames)[number]>;

/** An object storage where one is named, else folders of the data folder. */
export function blobSettings(env: Env): BlobSettings {
  const values = together(env, groups.s3);
  const s3 = values && {
    endpoint: originOf(values.S3_ENDPOINT),
    bucket: values.S3_BUCKET,
    region: env.S3_REGION,
    accessKey: values.S3_ACCESS_KEY,
    secretKey: values.S3_SECRET_KEY,
    links: env.S3_LINKS,
  };
  return { dataDir: env.DATA_DIR, s3 };
}

/** An object storage of their own where one is named, else where everything lies. */
export function backupSettings(env: Env): BackupSettings {
  const values = together(env, groups.backupS3);
  const own = values && {
    endpoint: originOf(values.BACKUP_S3_ENDPOINT),
    bucket: values.BACKUP_S3_BUCKET,
    region: env.BACKUP_S3_REGION,
    accessKey: values.BACKUP_S3_ACCESS_KEY,
    secretKey: values.BACKUP_S3_SECRET_KEY,
    links: env.BACKUP_S3_LINKS,
  };
  const { dataDir, s3 } = blobSettings(env);
  const folder = join(dataDir, 'backups');
  const where = own ? ({ s3: own, names: 'BACKUP_S3' } as const) : ({ s3, names: 'S3' } as const);
  return { folder, ...where, most: env.BACKUPS_PER_REALM || null, days: env.BACKUP_DAYS || null };
}

function originOf(endpoint: string): string {
  return endpoint.replace(/\/+$/, '');
}
