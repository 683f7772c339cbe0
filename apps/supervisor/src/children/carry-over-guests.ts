import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyForGuests, startPostgres, type PostgresOptions } from '@realmkeep/postgres';
import { Client } from 'pg';
import { StartError } from '../start-error.ts';
import { DatabaseReserve } from './database-reserve.ts';

/**
 * Copies databases of realms from the product's own server, where they were before guests had one of theirs, into that one, before anything
 * runs. The api drops the old ones once it has connected to the new ones.
 * @throws StartError when the server does not start
 * @returns false if that failed and they are where they were; nothing new may be made in their place
 */
export async function carryOverGuests(
  product: PostgresOptions,
  guestsFolder: string,
  say: (line: string) => void,
): Promise<boolean> {
  if (existsSync(join(guestsFolder, 'cluster')) || !existsSync(join(product.folder, 'cluster'))) return true;
  await new DatabaseReserve(product.folder).giveIfNeeded(say, 'The database');
  const server = await startPostgres(product).catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error));
  });
  const count = await countGuests(server.url).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  if (count === 0) return true;
  say(`Carrying ${count} databases of realms over to a PostgreSQL of their own …`);
  await server.stop();
  try {
    await copyForGuests(product.folder, guestsFolder);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`Failed to carry databases of realms over: ${reason}\nNothing of them is lost. The next start tries again.`);
    return false;
  }
}

async function countGuests(url: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const guests = "select count(*)::int as n from pg_database where datname ~ '^realm_[0-9a-f]{32}$'";
    const { rows } = await client.query<{ n: number }>(guests);
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}
