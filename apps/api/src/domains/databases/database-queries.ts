import { type Selectable, sql } from 'kysely';
import { type Db, type Tx, now } from '../../db/pool.ts';
import type { RealmDatabases } from '../../db/schema.gen.ts';
import type { DatabaseAccess } from './database-policy.ts';
import { type ServerName, serverNames } from './database-servers.ts';

/** Rows per part when all are scanned. */
const partSize = 5_000;

export type DatabaseRow = Selectable<RealmDatabases>;

export function findDatabase(db: Db | Tx, realmId: string): Promise<DatabaseRow | undefined> {
  return db.selectFrom('realm_databases').selectAll().where('realm_id', '=', realmId).executeTakeFirst();
}

/** @returns whether there was none */
export async function insertDatabase(
  tx: Tx,
  { realmId, server, password }: { realmId: string; server: ServerName; password: Buffer },
): Promise<boolean> {
  const row = await tx
    .insertInto('realm_databases')
    .values({ realm_id: realmId, server, password })
    .onConflict((conflict) => conflict.doNothing())
    .returning('realm_id')
    .executeTakeFirst();
  return row !== undefined;
}

type State = 'creating' | 'ready' | 'deleting';

/** @returns whether it was in the first state */
export async function moveState(db: Db | Tx, realmId: string, from: State, to: State): Promise<boolean> {
  const row = await db
    .updateTable('realm_databases')
    .set({ state: to })
    .where('realm_id', '=', realmId)
    .where('state', '=', from)
    .returning('realm_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The server has yet to be given it. @returns whether it is ready */
export async function updatePassword(tx: Tx, realmId: string, password: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('realm_databases')
    .set({ password, is_password_set: false })
    .where('realm_id', '=', realmId)
    .where('state', '=', 'ready')
    .returning('realm_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The server has it now, if it is the latest. */
export async function notePasswordSet(db: Db, realmId: string, password: Buffer): Promise<void> {
  await db
    .updateTable('realm_databases')
    .set({ is_password_set: true })
    .where('realm_id', '=', realmId)
    .where('password', '=', password)
    .execute();
}

/** Databases whose server may not have the row's password yet. */
export async function listUnsetPasswords(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('realm_databases')
    .select('realm_id')
    .where('state', '=', 'ready')
    .where('is_password_set', '=', false)
    .limit(limit)
    .execute();
  return rows.map(({ realm_id }) => realm_id);
}

export async function removeDatabase(db: Db, realmId: string): Promise<void> {
  await db.deleteFrom('realm_databases').where('realm_id', '=', realmId).where('state', '=', 'deleting').execute();
}

/** Gives up the databases of deleted realms, scanning them part by part. */
export async function abandonOrphans(db: Db): Promise<void> {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (last !== undefined) {
    const { rows }: { rows: { realmId: string }[] } = await sql<{ realmId: string }>`
      with part as materialized (
        select realm_id from realm_databases where realm_id > ${last} order by realm_id limit ${partSize}
      ),
      given_up as (
        update realm_databases d set state = 'deleting' from part
        where d.realm_id = part.realm_id and d.state <> 'deleting'
          and not exists (select from realms r where r.id = d.realm_id and r.deleted_at is null)
      )
      select realm_id as "realmId" from part order by realm_id desc limit 1`.execute(db);
    last = rows[0]?.realmId;
  }
}

/** Databases being created or dropped, or left half-way by an interruption. @param state what is to be finished */
export async function listUnfinished(db: Db, state: 'creating' | 'deleting', limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('realm_databases')
    .select('realm_id')
    .where('state', '=', state)
    .where('created_at', '<', state === 'creating' ? sql<Date>`now() - interval '30 seconds'` : now)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ realm_id }) => realm_id);
}

export interface KeptRow {
  realmId: string;
  access: DatabaseAccess;
  tier: string;
  /** As it was noted. */
  noted: string;
}

/** Ready databases on a server, in id order. @param after the last id of the previous page */
export function listReady(db: Db, server: ServerName, after: string | null, limit: number): Promise<KeptRow[]> {
  return sql<KeptRow>`
    select d.realm_id as "realmId", d.access, o.tier, d.bytes as noted
    from realm_databases d join realms r on r.id = d.realm_id join users o on o.id = r.owner_id
    where d.state = 'ready' and d.server = ${server} and (${after}::uuid is null or d.realm_id > ${after}::uuid)
    order by d.realm_id limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows);
}

/** The servers that have any. */
export async function listServers(db: Db): Promise<ServerName[]> {
  const { rows } = await sql<{ server: ServerName }>`
    select server from unnest(${serverNames}::text[]) as names (server)
    where exists (select from realm_databases d where d.server = names.server)`.execute(db);
  return rows.map(({ server }) => server);
}

const doorsLockKey = 7_310_414;

/** Holds all who would write down the doors until the transaction ends. */
export async function lockDoors(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${doorsLockKey})`.execute(tx);
}

/** Realms that reach their databases through doors of ours. */
export async function listDoors(db: Db | Tx): Promise<{ realmId: string; server: ServerName; tier: string }[]> {
  const { rows } = await sql<{ realmId: string; server: ServerName; tier: string }>`
    select d.realm_id as "realmId", d.server, o.tier
    from realm_databases d join realms r on r.id = d.realm_id join users o on o.id = r.owner_id
    where d.state <> 'deleting' and d.server <> 'product' order by d.realm_id`.execute(db);
  return rows;
}

/** It has been moved. */
export async function moveServer(db: Db, realmId: string, from: ServerName, to: ServerName): Promise<void> {
  await db
    .updateTable('realm_databases')
    .set({ server: to })
    .where('realm_id', '=', realmId)
    .where('server', '=', from)
    .execute();
}

/** From before guests had a server of their own. */
export function listOnProduct(db: Db): Promise<DatabaseRow[]> {
  return db.selectFrom('realm_databases').selectAll().where('server', '=', 'product').orderBy('realm_id').execute();
}

/** @returns whether it is ready and had the previous access */
export async function recordSize(
  db: Db,
  { realmId, access, bytes }: KeptRow & { bytes: string },
  now: DatabaseAccess,
): Promise<boolean> {
  const row = await db
    .updateTable('realm_databases')
    .set({ bytes, access: now })
    .where('realm_id', '=', realmId)
    .where('state', '=', 'ready')
    .where('access', '=', access)
    .returning('realm_id')
    .executeTakeFirst();
  return row !== undefined;
}
