import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Config } from '../config.ts';
import { good, note, problem, type Finding } from './finding.ts';

type Addresses = Pick<Config['values'], 'DATABASE_URL' | 'REALM_DATABASE_URL'>;

/** Databases of the operator's own: whether they can be logged in to, and what realms' databases want of theirs. */
export async function checkDatabases({
  checkout,
  values,
}: {
  checkout: string;
  values: Addresses;
}): Promise<Finding[]> {
  const own = values.DATABASE_URL
    ? await loggedIn('database', 'DATABASE_URL', values.DATABASE_URL, () => Promise.resolve(null))
    : [good('database', 'the built-in PostgreSQL')];
  const { REALM_DATABASE_URL: named } = values;
  const guests = named
    ? await loggedIn("realms' databases", 'REALM_DATABASE_URL', named, () => tried(checkout, named))
    : [good("realms' databases", 'a built-in PostgreSQL of their own')];
  return [...own, ...guests];
}

/** @param more further checks */
async function loggedIn(
  topic: string,
  setting: keyof Addresses,
  address: string,
  more: () => Promise<string | null>,
): Promise<Finding[]> {
  const { hostname, port, searchParams } = new URL(address);
  const where = `${decodeURIComponent(hostname) || 'localhost'}:${port || 5432}`;
  const mode = searchParams.get('sslmode') ?? '';
  const client = new Client({
    connectionString: asLibpq(address),
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (version < 15)
      return [problem(topic, `${where} is PostgreSQL ${version}; 15 or later is needed. See ${setting}.`)];
    const fault = await more();
    if (fault !== null) return [problem(topic, `${where} makes no databases for realms: ${fault}`)];
    const found = good(topic, `${where} lets us in (PostgreSQL ${version})`);
    if (mode !== 'require' && mode !== 'prefer') return [found];
    const unverified = `sslmode=${mode} encrypts, and does not verify who answers: sslmode=verify-full&sslrootcert=FILE does.`;
    return [found, note(topic, unverified)];
  } catch (error) {
    return [problem(topic, `${where} does not let us in: ${reason(error)} See ${setting}.`)];
  } finally {
    await client.end().catch(() => {});
  }
}

/** `require` as libpq means it; node-postgres would verify, by what signed everybody's. */
function asLibpq(address: string): string {
  const url = new URL(address);
  const mode = url.searchParams.get('sslmode') ?? '';
  if (['prefer', 'require'].includes(mode) && !url.searchParams.has('sslrootcert'))
    url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}.`;
  const code = 'code' in error ? String(error.code) : '';
  const words = error.message || code;
  if (/CERT|SELF_SIGNED|self-signed/.test(`${code} ${words}`)) {
    return `${words}. Name the file of who signed its certificate with sslrootcert=FILE, or encrypt without verifying by sslmode=require.`;
  }
  return `${words}.`;
}

interface ServerProblem {
  words: string;
  statements: string[];
}

/** Creates a role and a database there, and drops them. @returns the problem and its solution; null: none */
async function tried(checkout: string, address: string): Promise<string | null> {
  const script = join(checkout, 'apps/api/scripts/realm-databases-try.ts');
  const env = { REALM_DATABASE_URL: address };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env, timeout: 60_000 });
  const found = JSON.parse(stdout) as ServerProblem | null;
  if (found === null) return null;
  const { words, statements } = found;
  return statements.length === 0 ? `${words}.` : `${words}. As its superuser, in psql: ${statements.join(' ')}`;
}
