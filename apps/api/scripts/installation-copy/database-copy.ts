import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { connectionTo, DatabaseClient, escapeIdentifier } from '../../src/db/client.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { OutsideDatabase } from './dumped-databases.ts';
import { type PackedFile, readPacked, writePacked } from './packed.ts';

/** What a copy holds of the database: each table in PostgreSQL's own text format, which every version reads. */
export interface DatabaseCopy {
  /** Those that were applied, in order: the schema of the tables. */
  migrations: string[];
  tables: (PackedFile & { name: string; rows: number; columns: string[] })[];
  sequences: { name: string; value: string; called: boolean }[];
  /** Realms' databases that do not lie on the guests' cluster. */
  outside: OutsideDatabase[];
  /** Of the realms that were not deleted. */
  realms: CopiedRealm[];
}

export interface CopiedRealm {
  id: string;
  number: number;
  /** Whether it has a world. */
  hasBegun: boolean;
  /** Whether that is on another machine. */
  onHost: boolean;
}

/** Unlogged tables hold nothing that outlives an hour. */
const tablesOf = `select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace
  order by c.relname`;

const sequencesOf = `select c.relname as name from pg_class c
  where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by c.relname`;

/** Copies every row as of one moment, while the database is in use. */
export async function copyDatabase(url: string, folder: string): Promise<DatabaseCopy> {
  await mkdir(folder, { mode: 0o700 });
  await using client = await connected(url);
  await client.query('begin isolation level repeatable read read only');
  const copy: DatabaseCopy = { migrations: [], tables: [], sequences: [], outside: [], realms: [] };
  // Sequences know no snapshot: read last, they are ahead of every row.
  for (const { name, columns } of await rows<{ name: string; columns: string[] }>(client, tablesOf)) {
    const list = columns.map(escapeIdentifier).join(', ');
    const stream = client.query(copyTo(`copy ${escapeIdentifier(name)} (${list}) to stdout`));
    const file = await writePacked(join(folder, `${name}.zst`), stream);
    copy.tables.push({ name, columns, rows: stream.rowCount, ...file });
  }
  copy.migrations = (await rows<{ name: string }>(client, 'select name from migrations order by name')).map(
    ({ name }) => name,
  );
  copy.outside = await rows(
    client,
    `select realm_id as "realmId", server from realm_databases where server <> 'guests' and state = 'ready' order by realm_id`,
  );
  copy.realms = await rows(
    client,
    `select id, number, began_at is not null as "hasBegun", host_id is not null as "onHost"
     from realms where deleted_at is null order by number`,
  );
  for (const { name } of await rows<{ name: string }>(client, sequencesOf)) {
    const [at] = await rows<{ value: string; called: boolean }>(
      client,
      `select last_value as value, is_called as called from ${escapeIdentifier(name)}`,
    );
    if (at) copy.sequences.push({ name, ...at });
  }
  return copy;
}

/**
 * Puts the rows into a database that has just been migrated to the same schema, all or none. What the migrations have put there themselves
 * goes first. Triggers rest meanwhile and references are checked at the end, since tables refer to each other.
 */
export async function loadDatabase(url: string, folder: string, copy: DatabaseCopy): Promise<void> {
  await using client = await connected(url);
  await client.query('begin');
  const references = await rows<{ table: string; name: string; definition: string }>(
    client,
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const triggers = await rows<{ table: string; name: string }>(
    client,
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger where not tgisinternal and tgenabled = 'O'`,
  );
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} disable trigger ${escapeIdentifier(name)}`);
  for (const { name } of copy.tables) await client.query(`delete from ${escapeIdentifier(name)}`);
  for (const { name, columns } of copy.tables) {
    const list = columns.map(escapeIdentifier).join(', ');
    const stream = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin`));
    await pipeline(readPacked(join(folder, `${name}.zst`)), stream);
  }
  for (const { name, value, called } of copy.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [escapeIdentifier(name), value, called]);
  }
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
  }
  for (const { table, name } of triggers)
    await client.query(`alter table ${table} enable trigger ${escapeIdentifier(name)}`);
  await client.query('commit');
}

/** Whether nothing is in the database yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  await using client = await connected(url);
  return (await rows(client, tablesOf)).length === 0;
}

async function rows<T>(client: DatabaseClient, statement: string): Promise<T[]> {
  return (await client.query(statement)).rows as T[];
}

async function connected(url: string): Promise<DatabaseClient & AsyncDisposable> {
  const client = new DatabaseClient(connectionTo(url));
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
