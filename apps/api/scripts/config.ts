import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runningPostgresUrl } from '@realmkeep/postgres';
import { readSettings, readSettingsFile, SettingsError } from '@realmkeep/settings';
import { backupSettings, blobNames, blobSettings } from '../src/integrations/blobs/blob-settings.ts';
import { dnsNames, type DnsSettings, dnsSettings } from '../src/integrations/dns/create-dns.ts';

const checkout = join(import.meta.dirname, '../../..');
/** Where data lie by default; the second when bin/start runs as root from a checkout that is closed to other users. */
const dataDirs = [join(checkout, 'data'), '/var/lib/realmkeep/data'];

/**
 * The database of an installation: DATABASE_URL, or the built-in one that runs on DATA_DIR or its default. Each from the
 * environment, or else from realmkeep.conf.
 * @param dataDir the folder of the built-in one, which overrides the settings
 * @throws Error if none runs
 */
export async function databaseUrl(dataDir?: string, environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const inFile = settingsInFile();
  // An empty value is none.
  const url = environment['DATABASE_URL'] || inFile['DATABASE_URL'];
  if (url && dataDir === undefined) return url;
  const folders = foldersOf(dataDir, environment);
  for (const folder of folders) {
    const running = await runningPostgresUrl(join(folder, 'postgres'));
    if (running) return running;
  }
  throw new Error(`No database runs on ${folders.join(' or ')}. Start Realmkeep, or give DATA_DIR or DATABASE_URL.`);
}

/** What an installation derives keys from: TOKEN_KEY, or what bin/start keeps in the data folder. @throws Error when there is none */
export async function tokenKey(dataDir?: string, environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const given = environment['TOKEN_KEY'] || settingsInFile()['TOKEN_KEY'];
  if (given) return given;
  const folders = foldersOf(dataDir, environment);
  for (const folder of folders) {
    const text = await readFile(join(folder, 'secrets.json'), 'utf8').catch(() => '{}');
    const { TOKEN_KEY: key } = JSON.parse(text) as { TOKEN_KEY?: string };
    if (key) return key;
  }
  throw new Error(`There is no secrets.json in ${folders.join(' or ')}. Give DATA_DIR.`);
}

function settingsInFile(): NodeJS.Dict<string> {
  return Object.fromEntries(readSettingsFile(join(checkout, 'realmkeep.conf'), false));
}

/** The data folder, or where it is by default. */
function foldersOf(dataDir: string | undefined, environment: NodeJS.ProcessEnv): string[] {
  const { DATA_DIR: inFile } = settingsInFile();
  const given = dataDir || environment['DATA_DIR'] || (inFile && resolve(checkout, inFile));
  return given ? [given] : dataDirs;
}

/** The stores for backups and everything else that apis share, from the environment. @throws Error that names what is wrong */
export function storesOf(environment: NodeJS.ProcessEnv = process.env) {
  const env = readSettings(blobNames, environment);
  return { backups: backupSettings(env), blobs: blobSettings(env) };
}

/** The provider of realms' DNS records, and the domain, from the environment. @throws Error that names what is wrong */
export function dnsOf(environment: NodeJS.ProcessEnv = process.env): { dns: DnsSettings; baseDomain: string } {
  const env = readSettings([...dnsNames, 'BASE_DOMAIN'], environment);
  const dns = dnsSettings(env);
  if (dns === null) throw new SettingsError('DNS_TARGET, or the settings of Cloudflare or PowerDNS, are missing');
  return { dns, baseDomain: env.BASE_DOMAIN };
}

/** The server that is named for realms' databases. @throws Error when there is none */
export function realmDatabaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const { REALM_DATABASE_URL: url } = readSettings(['REALM_DATABASE_URL'], environment);
  if (url === null) throw new SettingsError('REALM_DATABASE_URL: is missing');
  return url;
}
