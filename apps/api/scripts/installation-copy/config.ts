import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Lock, takeLock } from '@realmkeep/postgres';
import { readSettingsFile } from '@realmkeep/settings';
import { startBriefly } from './brief-server.ts';
import type { OutsideServers } from './dumped-databases.ts';

/** The code that runs. */
export const app = join(import.meta.dirname, '../../../..');

/** A command's arguments: the folder of the copy, and the installation. */
export interface Place {
  folder: string;
  dataDir: string;
  /** An operator's own database; null: the built-in one. */
  databaseUrl: string | null;
  /** The same for realms' databases. */
  realmDatabaseUrl: string | null;
  /** Where the settings give one; null: it is in the data folder. */
  tokenKey: string | null;
  /** Object storages that hold what would lie in the data folder: not copied. */
  buckets: string[];
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
  const file = resolve(values.config ?? join(values.checkout, 'realmkeep.conf'));
  const inFile = Object.fromEntries(readSettingsFile(file, values.config !== undefined)) as NodeJS.Dict<string>;
  const fromFile = inFile['DATA_DIR'] && resolve(dirname(file), inFile['DATA_DIR']);
  const standard = values['default-data-dir'] ?? join(values.checkout, 'data');
  return {
    folder: resolve(folder),
    dataDir: resolve(values['data-dir'] || environment['DATA_DIR'] || fromFile || standard),
    databaseUrl: environment['DATABASE_URL'] || inFile['DATABASE_URL'] || null,
    realmDatabaseUrl: environment['REALM_DATABASE_URL'] || inFile['REALM_DATABASE_URL'] || null,
    tokenKey: environment['TOKEN_KEY'] || inFile['TOKEN_KEY'] || null,
    buckets: bucketsOf({ ...inFile, ...environment }),
  };
}

function bucketsOf(environment: Record<string, string | undefined>): string[] {
  const said = [
    { bucket: environment['S3_BUCKET'], what: "own worlds, uploads, jars and realms' backups" },
    { bucket: environment['BACKUP_S3_BUCKET'], what: "realms' backups" },
  ];
  return said.flatMap(({ bucket, what }) => (bucket ? [`the bucket ${bucket} (${what})`] : []));
}

/** Prints what a copy does not contain, when it is made and when it is restored. */
export function tellBuckets({ buckets }: Place): void {
  if (buckets.length === 0) return;
  console.log(
    `Not in the copy: what lies in ${buckets.join(' and in ')}. Keep it there: rows in the database name it.`,
  );
}

/** The installation's database: a running one, or the built-in one, started as long as this lasts. */
export async function openDatabase({ dataDir, databaseUrl }: Place): Promise<{ url: string } & AsyncDisposable> {
  if (databaseUrl !== null) return { url: databaseUrl, [Symbol.asyncDispose]: async () => undefined };
  return await startBriefly({ folder: join(dataDir, 'postgres') });
}

/** The operator's servers on which realms have databases. */
export function outsideServers({ databaseUrl, realmDatabaseUrl }: Place): OutsideServers {
  return { product: databaseUrl, named: realmDatabaseUrl };
}

/** What realms' passwords are sealed by. */
export async function readTokenKey({ dataDir, tokenKey }: Place): Promise<string> {
  if (tokenKey !== null) return tokenKey;
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { TOKEN_KEY: string };
  return secrets.TOKEN_KEY;
}

/**
 * As root what is another user's would not be read, or come back as root's.
 * @throws Error that says whom to be
 */
export async function assertOwn({ dataDir }: Place): Promise<void> {
  const { uid } = await stat(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new Error(`${dataDir} is the user's with the number ${uid}: run this as them, with sudo -u '#${uid}'.`);
}

/** Keeps everybody else from starting on the data folder. @throws Error when it runs */
export async function lockPlace({ dataDir }: Place): Promise<Lock> {
  const lock = await takeLock(join(dataDir, 'lock'));
  if (lock === null) throw new Error(`Realmkeep runs on ${dataDir}: stop it first.`);
  return lock;
}
