import { lstatSync } from 'node:fs';
import { chown, lchown, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { guestCluster, systemUser } from '@realmkeep/postgres';
import { connectionTo, DatabaseClient } from '../../src/db/client.ts';
import { startBriefly } from './brief-server.ts';
import type { PackedFile } from './packed.ts';
import { packFolder, unpackFolder } from './tar.ts';

/**
 * The cluster that realms' databases lie in, by PostgreSQL's low-level backup: its files as they are while it runs, and the
 * write-ahead log from before the first was read until after the last, which makes of them what they were at one moment.
 */
export interface GuestsCopy {
  /** The contents of PostgreSQL's file backup_label, from which it recovers. */
  label: string;
  files: PackedFile;
  log: PackedFile;
}

/** As the copy's folder has them. */
export const guestsFiles = { files: 'guests.files.zst', log: 'guests.log.zst' } as const;

/** What a cluster recreates at its start: "Backing Up the Data Directory" in PostgreSQL's manual. */
const leftOut = [
  './postmaster.pid',
  './postmaster.opts',
  ...[
    'pg_wal',
    'pg_replslot',
    'pg_dynshmem',
    'pg_notify',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
  ].map((name) => `./${name}/*`),
  'pgsql_tmp*',
].map((pattern) => `--exclude=${pattern}`);

/** null: no realm has had a database there. */
export async function copyGuests(dataDir: string, folder: string): Promise<GuestsCopy | null> {
  const place = join(dataDir, 'guests');
  const cluster = join(place, 'cluster');
  const owner = lstatSync(cluster, { throwIfNoEntry: false });
  if (!owner) return null;
  await using server = await startBriefly({ ...guestCluster, folder: place });
  // The role that may start a backup can do so from this database.
  const url = new URL(server.url);
  url.pathname = '/postgres';
  const client = new DatabaseClient(connectionTo(url.href));
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    // Keeps the write-ahead log as long as this connection lasts.
    await client.query("select pg_create_physical_replication_slot('copy_' || pg_backend_pid(), true, true)");
    await client.query("select pg_backup_start('bin/backup', fast => true)");
    const files = await packFolder(cluster, [...leftOut, '.'], join(folder, guestsFiles.files), owner);
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    const log = await packFolder(cluster, ['./pg_wal'], join(folder, guestsFiles.log), owner);
    return { label: rows[0]?.label ?? '', files, log };
  } finally {
    await client.end();
  }
}

/** Puts the cluster where none is, and proves by a start that it recovers. Its password is among the data folder's files. */
export async function restoreGuests({ label }: GuestsCopy, folder: string, dataDir: string): Promise<void> {
  const place = join(dataDir, 'guests');
  const cluster = join(place, 'cluster');
  const { uid, gid } = process.getuid?.() === 0 ? systemUser(guestCluster.systemUser) : userInfo();
  await mkdir(cluster, { mode: 0o700 });
  await chown(cluster, uid, gid);
  for (const name of Object.values(guestsFiles)) await unpackFolder(join(folder, name), cluster, { uid, gid });
  const file = join(cluster, 'backup_label');
  await writeFile(file, label, { mode: 0o600, flag: 'wx', flush: true });
  await lchown(file, uid, gid);
  await using _ = await startBriefly({ ...guestCluster, folder: place });
}
