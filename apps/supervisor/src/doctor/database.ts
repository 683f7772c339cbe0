import { Client, escapeIdentifier } from 'pg';
import { good, note, problem, type Finding } from './finding.ts';

type Addresses = Record<'DATABASE_URL' | 'REALM_DATABASE_URL', string>;

/** Databases of the operator's own: whether they can be logged in to, and what realms' databases want of theirs. */
export async function checkDatabases(values: Addresses): Promise<Finding[]> {
  const own = values.DATABASE_URL
    ? await loggedIn('database', 'DATABASE_URL', values.DATABASE_URL, () => Promise.resolve([]))
    : [good('database', 'the built-in PostgreSQL')];
  const { REALM_DATABASE_URL: named } = values;
  const guests = named
    ? await loggedIn("realms' databases", 'REALM_DATABASE_URL', named, lacking)
    : [good("realms' databases", 'a built-in PostgreSQL of their own')];
  return [...own, ...guests];
}

/** @param more what else is to be found of it */
async function loggedIn(
  topic: string,
  setting: keyof Addresses,
  address: string,
  more: (client: Client) => Promise<string[]>,
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
    const statements = await more(client);
    if (statements.length > 0) {
      const words = `${where} makes no databases for realms. As its superuser, in psql: ${statements.join(' ')}`;
      return [problem(topic, words)];
    }
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

/** The statements that let this role make databases which nobody but their own roles reach. */
async function lacking(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ role: string; may: boolean; isOwner: boolean; own: string }>(`
    select rolname as role, rolsuper or (rolcreatedb and rolcreaterole) as may, current_database() as own,
      rolsuper or (select datdba = u.oid from pg_database where datname = current_database()) as "isOwner"
    from pg_roles u where rolname = current_user`);
  const [we] = rows;
  if (!we) return [];
  const { rows: open } = await client.query<{ name: string }>(`
    select datname as name from pg_database
    where datallowconn and datname <> current_database() and has_database_privilege('public', oid, 'connect')
      and datname !~ '^realm_[0-9a-f]{32}$' order by datname`);
  return [
    ...(we.may ? [] : [`ALTER ROLE ${escapeIdentifier(we.role)} CREATEDB CREATEROLE;`]),
    ...(we.isOwner ? [] : [`ALTER DATABASE ${escapeIdentifier(we.own)} OWNER TO ${escapeIdentifier(we.role)};`]),
    ...open.map(({ name }) => `REVOKE CONNECT ON DATABASE ${escapeIdentifier(name)} FROM PUBLIC;`),
  ];
}
