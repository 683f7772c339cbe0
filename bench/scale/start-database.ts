import { startTestPostgres } from '@realmkeep/postgres';
import { Client } from 'pg';
import { migrate } from '../../apps/api/src/db/migrate.ts';

/** A migrated database on a server of its own, which ends with the stack. */
export async function startDatabase(stack: AsyncDisposableStack): Promise<{ url: string; database: Client }> {
  const postgres = await startTestPostgres();
  stack.defer(() => postgres.stop());
  await migrate(postgres.url);
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  stack.defer(() => database.end());
  return { url: postgres.url, database };
}
