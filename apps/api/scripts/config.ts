import { join } from 'node:path';
import { runningPostgresUrl } from '@realmkeep/postgres';

const checkout = join(import.meta.dirname, '../../..');
/** Where data lie by default; the second when bin/start runs as root from a checkout that is closed to other users. */
const dataDirs = [join(checkout, 'data'), '/var/lib/realmkeep/data'];

/**
 * The database of an installation: DATABASE_URL, or the built-in one that runs on DATA_DIR or where that is by default.
 * @throws Error when none runs
 */
export async function databaseUrl(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = environment;
  if (DATABASE_URL) return DATABASE_URL;
  const folders = DATA_DIR ? [DATA_DIR] : dataDirs;
  for (const folder of folders) {
    const url = await runningPostgresUrl(join(folder, 'postgres'));
    if (url) return url;
  }
  throw new Error(`No database runs on ${folders.join(' or ')}. Start Realmkeep, or give DATA_DIR or DATABASE_URL.`);
}
