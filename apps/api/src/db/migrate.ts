import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';

const folder = new URL('../../migrations/', import.meta.url);
/** Any fixed number: it only has to be the same in every process. */
const lockKey = 7_302_001;

/**
 * Brings the database to the newest migration. Any number of processes may call it at once: the first does the work.
 * @returns the names of those applied now
 * @throws Error when a migration that was applied has been changed since
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
    const known = new Map(applied.rows.map((row) => [row.name, row.sha256]));
    const fresh: string[] = [];
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()) {
      const text = await readFile(new URL(name, folder), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      if (known.has(name)) {
        if (known.get(name) !== sha256) throw new Error(`Migration ${name} was changed after it had been applied`);
        continue;
      }
      await applyOne(client, name, text, sha256);
      fresh.push(name);
    }
    return fresh;
  } finally {
    await client.end();
  }
}

async function applyOne(client: Client, name: string, text: string, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (fault) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: fault });
  }
}
