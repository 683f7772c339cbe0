import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionTo, DatabaseClient } from './client.ts';
import { assertCompatible, type Migration, migrationPlan, missingOf, needsOf } from './migration-policy.ts';

const folder = new URL('../../migrations/', import.meta.url);
/** Any fixed number: it only has to be the same in every process. */
const lockKey = 7_302_001;
/** How long a migration waits for a table at a time, the pause after that, and for how long in all. */
const lockedMs = 3000;
const locksAgainMs = 1000;
const locksWithinMs = 30 * 60_000;
const lockNotAvailable = '55P03';

interface Options {
  /** Those to apply, for what was copied from another version; without it all. */
  only?: readonly string[];
  /** Whether programs of before may be at work. */
  beside?: boolean;
}

/**
 * Brings the database to the newest migration. Any number of processes may call it at once: the first does the work.
 * @returns the names of those applied now, and of those left because of programs of before
 * @throws StartRefused when the database is newer than this program can work with
 * @throws Error when a migration that was applied has been changed since, or one that is wanted is not here
 */
export async function migrate(
  databaseUrl: string,
  { only, beside = false }: Options = {},
): Promise<{ applied: string[]; left: string[] }> {
  const client = new DatabaseClient(connectionTo(databaseUrl));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const [known, applied] = [await readFiles(), await readApplied(client)];
    assertCompatible(known, applied);
    const { next, left } = migrationPlan(known, applied, { only, beside });
    for (const migration of next) await applyOne(client, migration);
    return { applied: next.map(({ name }) => name), left: left.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/**
 * What the database lacks that this program needs.
 * @throws StartRefused when the database is newer than this program can work with
 */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const client = new DatabaseClient(connectionTo(databaseUrl));
  await client.connect();
  try {
    const [known, applied] = [await readFiles(), await readApplied(client)];
    assertCompatible(known, applied);
    return missingOf(known, applied);
  } finally {
    await client.end();
  }
}

interface MigrationFile extends Migration {
  text: string;
}

async function readFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex'), needs: needsOf(text) };
    }),
  );
}

async function readApplied(client: DatabaseClient): Promise<Migration[]> {
  const there = await client.query<{ name: string | null }>(`select to_regclass('migrations') as name`);
  if (!there.rows[0]?.name) return [];
  // The column is younger than the table.
  const applied = `select name, sha256, to_jsonb(migrations) ->> 'needs' as needs from migrations`;
  return (await client.query<Migration>(applied)).rows;
}

/** Calls of pages queue behind a change that waits for a table, which a copy may hold for long: it gives way, and is tried again. */
async function applyOne(client: DatabaseClient, migration: MigrationFile): Promise<void> {
  for (const end = Date.now() + locksWithinMs; ; await sleep(locksAgainMs)) {
    try {
      return await tryOne(client, migration);
    } catch (error) {
      const { cause } = error as Error;
      if ((cause as { code?: string } | undefined)?.code !== lockNotAvailable || Date.now() > end) throw error;
    }
  }
}

async function tryOne(client: DatabaseClient, { name, text, sha256, needs }: MigrationFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${lockedMs}ms'`);
    await client.query(text);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    if (needs !== null) await client.query('update migrations set needs = $1 where name = $2', [needs, name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
