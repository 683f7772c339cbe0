import type { BackupOrigin, BackupProblem } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Backups } from '../../../db/schema.gen.ts';

export interface BackupRow extends Omit<Selectable<Backups>, 'bytes'> {
  bytes: number | null;
  madeBy: string | null;
}

function selectBackups(db: Db | Tx) {
  return db
    .selectFrom('backups as b')
    .leftJoin('users as u', 'u.id', 'b.made_by')
    .selectAll('b')
    .select([sql<number | null>`b.bytes::float8`.as('bytes'), 'u.nickname as madeBy']);
}

/** Those shown to users, newest first: as many as the tiers allow, and one that failed. */
export function listBackups(db: Db | Tx, realmId: string): Promise<BackupRow[]> {
  return selectBackups(db)
    .where('b.realm_id', '=', realmId)
    .where('b.state', '<>', 'DELETING')
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id')
    .execute();
}

/** A backup in any state. */
export function findBackupById(db: Db, id: string): Promise<BackupRow | undefined> {
  return selectBackups(db).where('b.id', '=', id).executeTakeFirst();
}

/** One of the realm that is not being deleted. */
export function findBackup(db: Db | Tx, realmId: string, id: string): Promise<BackupRow | undefined> {
  return selectBackups(db)
    .where('b.id', '=', id)
    .where('b.realm_id', '=', realmId)
    .where('b.state', '<>', 'DELETING')
    .executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function holdBackup(tx: Tx, realmId: string, id: string): Promise<BackupRow | undefined> {
  return selectBackups(tx)
    .where('b.id', '=', id)
    .where('b.realm_id', '=', realmId)
    .where('b.state', '<>', 'DELETING')
    .forShare('b')
    .executeTakeFirst();
}

/** In the place of those that failed. @returns its id */
export async function insertBackup(
  tx: Tx,
  backup: { realmId: string; madeBy: string | null; origin: BackupOrigin; backedUpBefore?: Date | null },
): Promise<string> {
  await tx
    .updateTable('backups')
    .set({ state: 'DELETING' })
    .where('realm_id', '=', backup.realmId)
    .where('state', '=', 'FAILED')
    .execute();
  const ofRealm = (column: 'kernel_version' | 'kernel' | 'kernel_jar' | 'world_type' | 'map' | 'seed') =>
    sql<string>`(select ${sql.ref(column)} from realms where id = ${backup.realmId})`;
  const { id } = await tx
    .insertInto('backups')
    .values({
      realm_id: backup.realmId,
      made_by: backup.madeBy,
      origin: backup.origin,
      backed_up_before: backup.backedUpBefore ?? null,
      game_version: ofRealm('kernel_version'),
      kernel: ofRealm('kernel'),
      kernel_jar: ofRealm('kernel_jar'),
      world_type: ofRealm('world_type'),
      map: ofRealm('map'),
      seed: ofRealm('seed'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Backups to be made or removed, except those being restored: the oldest of each account, then the next of each; those to be
 * removed count as one account.
 * @param resting turns and backups that are left out, so that waiting ones do not block others
 */
export function listBackupWork(
  db: Db,
  resting: readonly string[],
): Promise<(BackupRow & { account: string | null })[]> {
  return selectBackups(db)
    .leftJoin('realms as r', 'r.id', 'b.realm_id')
    .select('r.owner_id as account')
    .where(sql<boolean>`b.id <> all(${resting}::uuid[])`)
    .where(sql<boolean>`coalesce(b.realm_id, b.id) <> all(${resting}::uuid[])`)
    .where((where) =>
      where.or([where('b.state', 'in', ['RUNNING', 'VERIFYING', 'DELETING']), where('b.realm_id', 'is', null)]),
    )
    .where(sql<boolean>`not exists (select from restores where backup_id = b.id and state not in ('DONE', 'FAILED'))`)
    .orderBy(
      sql`row_number() over (partition by case when b.state <> 'DELETING' then r.owner_id end order by b.created_at, b.id)`,
    )
    .orderBy('b.created_at')
    .limit(100)
    .execute();
}

/**
 * Notes that it is begun, or begun again.
 * @param place where it is kept
 * @returns how often, this time counted; null when there is nothing to do any more
 */
export async function beginBackup(
  tx: Tx,
  { id, state }: Pick<BackupRow, 'id' | 'state'>,
  place: string | null,
): Promise<number | null> {
  const row = await tx
    .updateTable('backups')
    .set({ attempts: sql<number>`attempts + 1`, progress: 0, place })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts ?? null;
}

/** @returns whether the attempt's result is the backup: it is the latest attempt, and the backup is still wanted */
export async function setStored(
  tx: Tx,
  id: string,
  { attempt, bytes, sha256 }: { attempt: number; bytes: number; sha256: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backups')
    .set({ state: 'VERIFYING', attempts: 0, progress: 0, stored_attempt: attempt, bytes, sha256 })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .where('attempts', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setReady(tx: Tx, id: string, files: number): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ state: 'READY', progress: null, files })
    .where('id', '=', id)
    .where('state', '=', 'VERIFYING')
    .execute();
}

export async function setFailed(tx: Tx, id: string, problem: BackupProblem): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ state: 'FAILED', progress: null, problem })
    .where('id', '=', id)
    .where('state', 'in', ['RUNNING', 'VERIFYING'])
    .execute();
}

/** Nobody can see it from now on; its blobs are removed, and its row after them. */
export async function setDeleting(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ state: 'DELETING', progress: null })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Marks older ones for removal, except those kept for undoing a kernel change and those being restored. @returns how many */
export async function deleteOldBackups(db: Db, days: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ state: 'DELETING', progress: null })
    .where('state', 'in', ['READY', 'FAILED'])
    .where('origin', '<>', 'KERNEL_CHANGE')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days}::integer)`)
    .where(
      sql<boolean>`not exists (select from restores where backups.id in (backup_id, snapshot_id) and state not in ('DONE', 'FAILED'))`,
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The row of a backup of which nothing is stored any more. */
export async function removeBackup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('backups').where('id', '=', id).execute();
}
