/** What bin/migrate runs. Ends with 0 when the database is as the apis of this version need it. */
import { migrate } from '../src/db/migrate.ts';
import { databaseUrl } from './config.ts';

try {
  const { applied, left } = await migrate(await databaseUrl(), { beside: true });
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
  if (left.length > 0) {
    console.log(`Left for later: ${left.join(', ')}\nRun bin/migrate again once every api is of this version.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
