/** What bin/migrate runs. Ends with 0 when the database is as the apis of this version need it. */
import { parseArgs } from 'node:util';
import { migrate } from '../src/db/migrate.ts';
import { databaseUrl } from './config.ts';

const usage = `bin/migrate [--data-dir FOLDER]   brings the database to the version of this checkout
The database is the built-in one of that folder, or what DATABASE_URL, DATA_DIR or realmkeep.conf name.`;

try {
  const { values } = parseArgs({ options: { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const { applied, left } = await migrate(await databaseUrl(values['data-dir']), { beside: true });
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
  if (left.length > 0) {
    console.log(`Left for later: ${left.join(', ')}\nRun bin/migrate again once every api is of this version.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
