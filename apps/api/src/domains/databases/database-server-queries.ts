import { sql } from 'kysely';
import { DatabaseError } from '../../db/client.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { connectionsMax, type DatabaseAccess } from './database-policy.ts';

/** Any fixed number: it only has to be the same in every process. */
const lockKey = 7_302_011;

/**
 * Runs one definition at a time: what all databases share does not allow two at once. Uses one connection, so that a crash also ends the
 * lock.
 */
export function oneAtATime<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKey})`.execute(connection);
    try {
      // A role may keep its own row locked: nobody else waits for that.
      await sql`set lock_timeout = '3s'`.execute(connection);
      return await work(connection);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection);
    }
  });
}

/** Statements without which we cannot create roles and databases, or close our own database to them. */
export async function listMissingRights(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with we as (select * from pg_roles where rolname = current_user)
    select format('ALTER ROLE %I CREATEDB CREATEROLE;', rolname) as statement
      from we where not rolsuper and not (rolcreatedb and rolcreaterole)
    union all select format('ALTER DATABASE %I OWNER TO %I;', datname, rolname)
      from we, pg_database where datname = current_database() and datdba <> we.oid and not rolsuper`.execute(db);
  return rows.map(({ statement }) => statement);
}

/** Keeps roles out of our own database unless they are granted access. */
export async function closeOwnDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; isOpen: boolean }>`select current_database() as name,
    has_database_privilege('public', current_database(), 'connect, temporary') as "isOpen"`.execute(db);
  const [own] = rows;
  if (own?.isOpen) {
    await sql`revoke connect, temporary on database ${sql.id(own.name)} from public`.execute(db);
  }
}

/** Databases that a new role may connect to as far as they themselves are concerned, including ours; as many as are worth trying. */
export async function listOpenDatabases(db: Db, own: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database
    where datname <> ${own} and datallowconn
      and (datname = current_database() or has_database_privilege('public', oid, 'connect'))
    order by datname = current_database() desc, oid limit 20`.execute(db);
  return rows.map(({ name }) => name);
}

/** Creates the role, or completes what an interrupted attempt left. */
export async function defineRole(db: Db, name: string, verifier: string): Promise<void> {
  const role = sql.id(name);
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(db);
  if (rows.length === 0) {
    await sql`create role ${role} nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls`.execute(db);
  }
  await setRoleLogin(db, name, { verifier });
  // To terminate its connections.
  await sql`grant ${role} to current_user`.execute(db);
  await setTimeouts(db, name);
}

/** The role may override them; they protect against oversights. On the guests' cluster its monitor enforces them. */
async function setTimeouts(db: Db | Tx, name: string): Promise<void> {
  await sql`alter role ${sql.id(name)} set statement_timeout = '60s'`.execute(db);
  await sql`alter role ${sql.id(name)} set idle_in_transaction_session_timeout = '5min'`.execute(db);
}

/** The database stays ours: its role may use it and create objects in it, but not change its settings. */
export async function defineDatabase(db: Db, name: string): Promise<void> {
  const database = sql.id(name);
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(db);
  if (rows.length === 0) await sql`create database ${database}`.execute(db);
  await sql`revoke all on database ${database} from public`.execute(db);
  await sql`grant connect, create, temporary on database ${database} to ${database}`.execute(db);
}

export async function setRolePassword(db: Db, name: string, verifier: string): Promise<void> {
  await sql`alter role ${sql.id(name)} password ${sql.lit(verifier)}`.execute(db);
}

/** How the role logs in from now on. @param verifier null: with its current password */
export async function setRoleLogin(
  db: Db,
  name: string,
  {
    verifier,
    isOpen = true,
    connections = connectionsMax,
  }: { verifier: string | null; isOpen?: boolean; connections?: number },
): Promise<void> {
  const login = sql.raw(isOpen ? 'login' : 'nologin');
  await sql`alter role ${sql.id(name)} ${login} connection limit ${sql.lit(connections)}`.execute(db);
  if (verifier !== null) await setRolePassword(db, name, verifier);
}

/** Applies to new connections. What the role has set for itself no longer counts. */
export async function setRoleAccess(tx: Tx, name: string, access: DatabaseAccess): Promise<void> {
  const role = sql.id(name);
  await sql`alter role ${role} reset all`.execute(tx);
  await sql`alter role ${role} in database ${role} reset all`.execute(tx);
  await setTimeouts(tx, name);
  await sql`alter role ${role} ${sql.raw(access === 'closed' ? 'nologin' : 'login')}`.execute(tx);
  const readOnly = sql.raw(access === 'writable' ? 'off' : 'on');
  await sql`alter database ${role} set default_transaction_read_only = ${readOnly}`.execute(tx);
}

/** Of a closed one not even its own role, which may keep its row locked, gets in again. */
export async function setDatabaseOpen(db: Db, name: string, isOpen: boolean): Promise<void> {
  await sql`alter database ${sql.id(name)} connection limit ${sql.lit(isOpen ? -1 : 0)}`.execute(db);
}

export async function endConnections(db: Db, name: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${name}`.execute(db);
}

/** PostgreSQL's words for sessions that stay where they are (object_in_use), and for what took too long (query_canceled, lock_not_available). */
const waits = new Set(['55006', '57014', '55P03']);
/** And for a role to which others have granted something in their databases (dependent_objects_still_exist). */
const isGranted = '2BP01';

/**
 * The role can own objects only in its own database. PostgreSQL waits 5 s for the sessions there, and then, to close their files, for those
 * of all databases to respond.
 * @returns whether it is done; false: a session does not end or respond
 */
export async function dropDefined(db: Db, name: string): Promise<boolean> {
  await sql`set statement_timeout = '10s'`.execute(db);
  try {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db);
  } catch (error) {
    if (error instanceof DatabaseError && waits.has(error.code ?? '')) return false;
    throw error;
  } finally {
    await sql`reset statement_timeout`.execute(db);
  }
  // It stays, and nobody logs in as it: without its database it has nothing. One that is made again takes it over.
  if (!(await dropRole(db, name))) await sql`alter role ${sql.id(name)} nologin password null`.execute(db);
  for (const stayed of await listFreedRoles(db)) await dropRole(db, stayed);
  return true;
}

/** @returns false: it stays */
async function dropRole(db: Db, name: string): Promise<boolean> {
  try {
    await sql`drop role if exists ${sql.id(name)}`.execute(db);
    return true;
  } catch (error) {
    const { code = '' } = error instanceof DatabaseError ? error : {};
    if (code !== isGranted && !waits.has(code)) throw error;
    return false;
  }
}

/** Roles that stayed when their databases were dropped, and that nothing is granted to any more: that goes with the database that it was granted in. */
async function listFreedRoles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select rolname as name from pg_roles r
    where rolname ~ '^realm_[0-9a-f]{32}$' and not rolcanlogin and pg_has_role(oid, 'member')
      and not exists (select from pg_database where datname = rolname)
      and not exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid)
    order by oid limit 20`.execute(db);
  return rows.map(({ name }) => name);
}

/** Of those that exist. */
export async function measureDatabases(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select datname as name, pg_database_size(oid) as bytes from pg_database where datname = any(${names})`.execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
