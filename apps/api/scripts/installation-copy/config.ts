import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { type Lock, takeLock } from '@realmkeep/postgres';
import { startBriefly } from './brief-server.ts';
import type { OutsideServers } from './dumped-databases.ts';

/** The code that runs. */
export const app = join(import.meta.dirname, '../../../..');

/** What a command was told: the folder with the copy, and where the installation is. */
export interface Place {
  folder: string;
  dataDir: string;
  /** An operator's own database; null: the built-in one. */
  databaseUrl: string | null;
  /** The same for realms' databases. */
  realmDatabaseUrl: string | null;
}

/**
 * Flags, then the environment, then realmkeep.conf, then the default, as bin/start has them. With --help it prints the usage and ends the
 * process. @throws Error with the usage
 */
export async function readPlace(usage: string, environment: NodeJS.ProcessEnv = process.env): Promise<Place> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      config: { type: 'string' },
      checkout: { type: 'string', default: app },
      'default-data-dir': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error(usage);
  const file = values.config ?? join(values.checkout, 'realmkeep.conf');
  const inFile = parseEnv(await readFile(file, 'utf8').catch(() => ''));
  const fromFile = inFile['DATA_DIR'] && resolve(values.checkout, inFile['DATA_DIR']);
  const standard = values['default-data-dir'] ?? join(values.checkout, 'data');
  return {
    folder: resolve(folder),
    dataDir: resolve(values['data-dir'] ?? environment['DATA_DIR'] ?? (fromFile || standard)),
    databaseUrl: environment['DATABASE_URL'] || inFile['DATABASE_URL'] || null,
    realmDatabaseUrl: environment['REALM_DATABASE_URL'] || inFile['REALM_DATABASE_URL'] || null,
  };
}

/** The installation's database: one that runs, or the built-in one, started for as long as this lasts. */
export async function openDatabase({ dataDir, databaseUrl }: Place): Promise<{ url: string } & AsyncDisposable> {
  if (databaseUrl !== null) return { url: databaseUrl, [Symbol.asyncDispose]: async () => undefined };
  return await startBriefly({ folder: join(dataDir, 'postgres') });
}

/** The operator's servers on which realms have databases. */
export function outsideServers({ databaseUrl, realmDatabaseUrl }: Place): OutsideServers {
  return { product: databaseUrl, named: realmDatabaseUrl };
}

/** What realms' passwords are sealed by. */
export async function readTokenKey(dataDir: string): Promise<string> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { TOKEN_KEY: string };
  return secrets.TOKEN_KEY;
}

/** Keeps everybody else from starting on the data folder. @throws Error when it runs */
export async function lockPlace({ dataDir }: Place): Promise<Lock> {
  const lock = await takeLock(join(dataDir, 'lock'));
  if (lock === null) throw new Error(`Realmkeep runs on ${dataDir}: stop it first.`);
  return lock;
}
