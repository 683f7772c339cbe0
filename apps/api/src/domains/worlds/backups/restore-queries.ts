import type { ResetState, RestoreState } from '@realmkeep/contract';
import { sql } from 'kysely';
import { type Db, type Tx, msSince, now } from '../../../db/pool.ts';

function selectRestores(db: Db | Tx) {
  return db
    .selectFrom('restores as r')
    .leftJoin('backups as b', 'b.id', 'r.backup_id')
    .leftJoin('backups as s', 's.id', 'r.snapshot_id')
    .select([
      'r.id',
      'r.realm_id',
      'r.backup_id',
      'r.new_realm_name',
      'r.from_realm_id',
      'r.to_map',
      'r.to_seed',
      'r.snapshot_id',
      'r.state',
      'r.progress',
      'r.exchanged_at',
      'r.exchanged_lease',
      'r.created_at',
      'b.created_at as backupCreatedAt',
      's.progress as snapshotProgress',
      'b.place',
      'b.stored_attempt',
      'b.sha256',
      sql<number | null>`b.bytes::float8`.as('bytes'),
      msSince('r.exchanged_at').as('exchangedForMs'),
    ]);
}

export type RestoreRow = NonNullable<Awaited<ReturnType<typeof findRestoreById>>>;

const ended = ['DONE', 'FAILED'];

/** The latest of the realm's own world. */
export function findRestore(db: Db | Tx, realmId: string): Promise<RestoreRow | undefined> {
  return selectRestores(db)
    .where('r.realm_id', '=', realmId)
    .where('r.new_realm_name', 'is', null)
    .where('r.to_map', 'is', null)
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The latest new world of the realm. */
export function findReset(db: Db | Tx, realmId: string): Promise<RestoreRow | undefined> {
  return selectRestores(db)
    .where('r.realm_id', '=', realmId)
    .where('r.to_map', 'is not', null)
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The latest that makes a new realm of a backup of the realm. */
export function findNewRealm(db: Db | Tx, realmId: string): Promise<RestoreRow | undefined> {
  return selectRestores(db)
    .where('r.from_realm_id', '=', realmId)
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether one goes on. */
export async function isRestoring(db: Db | Tx, realmId: string): Promise<boolean> {
  const row = await db
    .selectFrom('restores')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('state', 'not in', ended)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a restore that goes on needs the backup, or has it made. */
export async function isBeingRestored(db: Db | Tx, backupId: string): Promise<boolean> {
  const row = await db
    .selectFrom('restores')
    .select('id')
    .where((where) => where.or([where('backup_id', '=', backupId), where('snapshot_id', '=', backupId)]))
    .where('state', 'not in', ended)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces those that have ended: the page shows only the latest. */
export async function insertRestore(tx: Tx, realmId: string, backupId: string): Promise<void> {
  await tx
    .deleteFrom('restores')
    .where('realm_id', '=', realmId)
    .where('new_realm_name', 'is', null)
    .where('to_map', 'is', null)
    .where('state', 'in', ended)
    .execute();
  await tx.insertInto('restores').values({ realm_id: realmId, backup_id: backupId }).execute();
}

/** The same of a new world. */
export async function insertReset(
  tx: Tx,
  realmId: string,
  { map, seed }: { map: string; seed: string | null },
): Promise<void> {
  await tx
    .deleteFrom('restores')
    .where('realm_id', '=', realmId)
    .where('to_map', 'is not', null)
    .where('state', 'in', ended)
    .execute();
  await tx.insertInto('restores').values({ realm_id: realmId, to_map: map, to_seed: seed, state: 'SAVING' }).execute();
}

/** Records the backup of the world that will be replaced. */
export async function setSnapshot(tx: Tx, id: string, backupId: string): Promise<void> {
  await tx.updateTable('restores').set({ snapshot_id: backupId }).where('id', '=', id).execute();
}

/** The same for one that makes a new realm. */
export async function insertNewRealm(
  tx: Tx,
  restore: { realmId: string; name: string; fromRealmId: string; backupId: string },
): Promise<void> {
  const { realmId, name, fromRealmId, backupId } = restore;
  await tx.deleteFrom('restores').where('from_realm_id', '=', fromRealmId).where('state', 'in', ended).execute();
  await tx
    .insertInto('restores')
    .values({ realm_id: realmId, backup_id: backupId, new_realm_name: name, from_realm_id: fromRealmId })
    .execute();
}

/** Notes that there will be no new realm: the row is that of the realm whose backup it is, unless that is gone as well. */
export async function setGivenUp(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('restores')
    .set({ state: 'FAILED', progress: null, realm_id: sql<string>`coalesce(from_realm_id, realm_id)` })
    .where('id', '=', id)
    .execute();
}

/** Those that go on, the oldest of each account first, but for the turns that rest and those that wait for a backup. */
export function listRestoreWork(db: Db, resting: readonly string[]) {
  return selectRestores(db)
    .innerJoin('realms as o', 'o.id', 'r.realm_id')
    .select('o.owner_id as account')
    .where('r.state', 'not in', ended)
    .where(sql<boolean>`r.realm_id <> all(${resting}::uuid[])`)
    .where(sql<boolean>`coalesce(s.state, 'READY') not in ('RUNNING', 'VERIFYING')`)
    .orderBy(sql`row_number() over (partition by o.owner_id order by r.created_at, r.id)`)
    .orderBy('r.created_at')
    .limit(100)
    .execute();
}

export async function findRestoreById(db: Db, id: string) {
  return selectRestores(db).where('r.id', '=', id).executeTakeFirst();
}

export async function setRestoreState(tx: Tx, id: string, state: RestoreState | ResetState): Promise<void> {
  await tx.updateTable('restores').set({ state, attempts: 0, progress: null }).where('id', '=', id).execute();
}

/** Notes that the worlds are exchanged. @param lastToken of the realm's last run before */
export async function setExchanged(tx: Tx, id: string, lastToken: number): Promise<void> {
  await tx
    .updateTable('restores')
    .set({ state: 'STARTING', attempts: 0, exchanged_at: now, exchanged_lease: lastToken })
    .where('id', '=', id)
    .execute();
}

/** Records that the trial period begins now. */
export async function setExchangedNow(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('restores')
    .set({ exchanged_at: now })
    .where('id', '=', id)
    .where('state', '=', 'STARTING')
    .execute();
}

/** Notes that it is decided which world the realm has: the other one is only to be thrown away. */
export async function setDecided(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('restores').set({ exchanged_at: null }).where('id', '=', id).execute();
}
