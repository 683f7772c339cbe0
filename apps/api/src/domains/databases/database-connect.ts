import { connectionTo, DatabaseClient } from '../../db/client.ts';

interface Login {
  user: string;
  password: string;
}

/** @param login who connects; by default the product itself */
function urlOf(databaseUrl: string, name: string, login?: Login): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  if (login) Object.assign(url, { username: login.user, password: login.password });
  return url.href;
}

/** Where realms' databases are, as reached from this machine: also those of a server that we ourselves reach by a unix socket. */
export function addressOf(databaseUrl: string): { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  if (hostname.startsWith('%2F')) return { host: '127.0.0.1', port: Number(port || 5432) };
  return { host: hostname || (searchParams.get('host') ?? 'localhost'), port: Number(port || 5432) };
}

/** One statement in another database of the server. */
export async function runOn(databaseUrl: string, name: string, statement: string): Promise<void> {
  const client = new DatabaseClient({ ...connectionTo(urlOf(databaseUrl, name)), query_timeout: 15_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the server lets a role into a database. */
export async function letsIn(databaseUrl: string, name: string, login: Login): Promise<boolean> {
  return (await loginProblem(databaseUrl, name, login)) === null;
}

/** Why it does not, in the words of whatever refused; null: it does. */
export async function loginProblem(databaseUrl: string, name: string, login: Login): Promise<string | null> {
  const client = new DatabaseClient(connectionTo(urlOf(databaseUrl, name, login)));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
