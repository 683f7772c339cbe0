import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { runningPostgresUrl } from '@realmkeep/postgres';

const checkout = join(import.meta.dirname, '../../..');
/** Where data lie by default; the second when bin/start runs as root from a checkout that is closed to other users. */
const dataDirs = [join(checkout, 'data'), '/var/lib/realmkeep/data'];

/**
 * The database of an installation: DATABASE_URL, or the built-in one that runs on DATA_DIR or where that is by default. Each as the
 * environment has it, else realmkeep.conf.
 * @throws Error when none runs
 */
export async function databaseUrl(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const inFile = parseEnv(await readFile(join(checkout, 'realmkeep.conf'), 'utf8').catch(() => ''));
  // An empty value is none.
  const url = environment['DATABASE_URL'] || inFile['DATABASE_URL'];
  if (url) return url;
  const given = environment['DATA_DIR'] || (inFile['DATA_DIR'] && resolve(checkout, inFile['DATA_DIR']));
  const folders = given ? [given] : dataDirs;
  for (const folder of folders) {
    const running = await runningPostgresUrl(join(folder, 'postgres'));
    if (running) return running;
  }
  throw new Error(`No database runs on ${folders.join(' or ')}. Start Realmkeep, or give DATA_DIR or DATABASE_URL.`);
}
