import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { StartRefused } from '../start-refused.ts';
import { connectionTo, DatabaseClient } from './client.ts';

const folder = new URL('../../migrations/', import.meta.url);
/** Any fixed number: it only has to be the same in every process. */
const lockKey = 7_302_001;

/**
 * Brings the database to the newest migration. Any number of processes may call it at once: the first does the work.
 * @param until the last to apply, for what was copied from an older version; without it all
 * @returns the names of those applied now
 * @throws StartRefused when the database is newer than this program
 * @throws Error when a migration that was applied has been changed since
 */
export async function migrate(databaseUrl: string, until?: string): Promise<string[]> {
  const client = new DatabaseClient(connectionTo(databaseUrl));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
    const known = new Map(applied.rows.map((row) => [row.name, row.sha256]));
    const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
    refuseNewer([...known.keys()].filter((name) => !names.includes(name)));
    const fresh: string[] = [];
    for (const name of names.filter((each) => until === undefined || each <= until)) {
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

/** An older program would write what the newer schema does not expect. */
function refuseNewer(unknown: string[]): void {
  if (unknown.length === 0) return;
  throw new StartRefused(
    `The database is newer than this program: it has ${unknown.toSorted().join(', ')}.\n` +
      'Start the version that made it so, or a later one, or restore a copy from before the update with bin/restore.',
  );
}

async function applyOne(client: DatabaseClient, name: string, text: string, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
