import { dirname, join } from 'node:path';
import { shortPath } from '@realmkeep/sockets';
import { Client } from 'pg';

/** One statement, past the api. @param url of a database, at a unix socket or a port */
export async function runSql(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const address = new URL(url);
  // `sslmode=require` encrypts without verification, as in libpq; node-postgres would refuse a self-signed certificate.
  address.searchParams.set('uselibpqcompat', 'true');
  const host = decodeURIComponent(address.hostname);
  using short = host.startsWith('/') ? shortPath(join(host, `.s.PGSQL.${address.port}`)) : null;
  if (short) address.hostname = encodeURIComponent(dirname(short.path));
  const client = new Client(address.href);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}
