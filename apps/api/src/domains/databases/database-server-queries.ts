import { sql } from 'kysely';
import { DatabaseError } from '../../db/client.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { connectionsMax, type DatabaseAccess } from './database-policy.ts';

/** Any fixed number: it only has to be the same in every process. */
const lockKey = 7_302_011;

/**
 * Defines one thing at a time: what is shared by all databases bears no two at once. On one connection, which a crash ends with
 * its lock.
 */
export function oneAtATime<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKey})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection);
    }
  });
}

/** The statements without which we may not make roles and databases, nor close our own database to them. */
export async function listMissingRights(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    with we as (select * from pg_roles where rolname = current_user)
    select format('ALTER ROLE %I CREATEDB CREATEROLE;', rolname) as statement
      from we where not rolsuper and not (rolcreatedb and rolcreaterole)
    union all select format('ALTER DATABASE %I OWNER TO %I;', datname, rolname)
      from we, pg_database where datname = current_database() and datdba <> we.oid and not rolsuper`.execute(db);
  return rows.map(({ statement }) => statement);
}

/** Keeps roles that are not told otherwise out of our own database. */
export async function closeOwnDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; isOpen: boolean }>`select current_database() as name,
    has_database_privilege('public', current_database(), 'connect, temporary') as "isOpen"`.execute(db);
  const [own] = rows;
  if (own?.isOpen) {
    await sql`revoke connect, temporary on database ${sql.id(own.name)} from public`.execute(db);
  }
}

/** Databases that a new role may connect to, as far as they themselves go, ours among them; as many as are worth trying. */
export async function listOpenDatabases(db: Db, own: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database
    where datname <> ${own} and datallowconn
      and (datname = current_database() or has_database_privilege('public', oid, 'connect'))
    order by datname = current_database() desc, oid limit 20`.execute(db);
  return rows.map(({ name }) => name);
}

/** Makes the role, or what an attempt that was cut off has made of it, what it is to be. */
export async function defineRole(db: Db, name: string, verifier: string): Promise<void> {
  const role = sql.id(name);
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(db);
  if (rows.length === 0) {
    await sql`create role ${role} nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls`.execute(db);
  }
  await setRoleLogin(db, name, { verifier });
  // To end its connections.
  await sql`grant ${role} to current_user`.execute(db);
  await setTimeouts(db, name);
}

/** Its role may override them; they are for what was forgotten. On the guests' cluster who watches it holds them. */
async function setTimeouts(db: Db | Tx, name: string): Promise<void> {
  await sql`alter role ${sql.id(name)} set statement_timeout = '60s'`.execute(db);
  await sql`alter role ${sql.id(name)} set idle_in_transaction_session_timeout = '5min'`.execute(db);
}

/** The database stays ours: its role may use it and make things in it, but not change what is set of it. */
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

/** How its role logs in from now on. @param verifier null: by the password that it has */
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

/** Holds for connections from now on. What its role has set for itself counts no more. */
export async function setRoleAccess(tx: Tx, name: string, access: DatabaseAccess): Promise<void> {
  const role = sql.id(name);
  await sql`alter role ${role} reset all`.execute(tx);
  await sql`alter role ${role} in database ${role} reset all`.execute(tx);
  await setTimeouts(tx, name);
  await sql`alter role ${role} ${sql.raw(access === 'closed' ? 'nologin' : 'login')}`.execute(tx);
  const readOnly = sql.raw(access === 'writable' ? 'off' : 'on');
  await sql`alter database ${role} set default_transaction_read_only = ${readOnly}`.execute(tx);
}

export async function endConnections(db: Db, name: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${name}`.execute(db);
}

/** PostgreSQL's words for sessions that stay where they are (object_in_use), and for what took too long (query_canceled). */
const waits = new Set(['55006', '57014']);

/**
 * The role can own things nowhere but in its database. PostgreSQL waits 5 s for the sessions there, and then, to close their files, until
 * those of all databases listen.
 * @returns whether it is done; false: a session does not end, or listen
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
  await sql`drop role if exists ${sql.id(name)}`.execute(db);
  return true;
}

/** Of those that are there. */
export async function measureDatabases(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select datname as name, pg_database_size(oid) as bytes from pg_database where datname = any(${names})`.execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
