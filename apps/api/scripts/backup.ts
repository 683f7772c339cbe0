/**
 * What bin/backup runs: a consistent copy of a whole installation, taken while it runs. Ends with 0 when the copy is whole, with 2
 * when something of a realm is not in it, else with 1: then there is no copy.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { takeLock } from '@realmkeep/postgres';
import { openLocalRuntime } from '@realmkeep/runtime/installed';
import { atSignal } from './installation-copy/at-signal.ts';
import { copyDatabase, type DatabaseCopy } from './installation-copy/database-copy.ts';
import { copyGuests } from './installation-copy/guests-copy.ts';
import { dumpDatabases } from './installation-copy/dumped-databases.ts';
import type { PackedFile } from './installation-copy/packed.ts';
import {
  app,
  assertOwn,
  openDatabase,
  outsideServers,
  type Place,
  readPlace,
  readTokenKey,
  tellBuckets,
} from './installation-copy/config.ts';
import type { Manifest } from './installation-copy/manifest.ts';
import { copyRealm, type RealmCopy, tellLeftOut } from './installation-copy/realm-copy.ts';
import { packFolder } from './installation-copy/tar.ts';

const usage = 'bin/backup FOLDER   copies the whole installation into a new folder inside FOLDER, while it runs';

/** What other parts of a copy contain, what belongs to a single run, and the data of the providers' stand-ins. */
const elsewhere = new Set(['postgres', 'guests', 'realms', 'gateway', 'sandbox', 'logs', 'lock', 'run.json']);

async function backup(place: Place): Promise<{ copy: string; whole: boolean }> {
  if (!existsSync(join(place.dataDir, 'installation.json'))) {
    throw new Error(`${place.dataDir} is no data folder of an installation. Give --data-dir.`);
  }
  await assertOwn(place);
  await assertOutside(place);
  const madeAt = new Date().toISOString();
  const copy = join(place.folder, `realmkeep-${madeAt.replaceAll(/[:.]/g, '-')}`);
  const aside = `${copy}.partial`;
  let whole = true;
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const forget = atSignal(() => rm(aside, { recursive: true, force: true, maxRetries: 3 }));
  // Where nothing runs, nothing starts before this has ended: it would take over a server that is stopped then.
  const lock = await takeLock(join(place.dataDir, 'lock'));
  try {
    await using database = await openDatabase(place);
    console.log('The database …');
    const tables = await copyDatabase(database.url, join(aside, 'database'));
    console.log(`${tables.tables.reduce((sum, { rows }) => sum + rows, 0)} rows. The data folder …`);
    const data = await packData(place.dataDir, join(aside, 'data.tar.zst'));
    const guests = await copyGuests(place.dataDir, aside);
    const outside = tables.outside.filter(({ server }) => server === 'named' || place.databaseUrl !== null);
    if (outside.length < tables.outside.length) {
      console.log(
        "Realms' databases of before are not carried over yet, and not in the copy: see the log of the last start.",
      );
    }
    const rows = { productUrl: database.url, tokenKey: await readTokenKey(place) };
    const { dumped, leftOut } = await dumpDatabases(outsideServers(place), outside, aside, rows);
    const realms = await copyRealms(place.dataDir, join(aside, 'realms'), tables.realms);
    for (const realm of realms) realm.leftOut = [...(realm.leftOut ?? []), ...(leftOut.get(realm.id) ?? [])];
    const manifest: Manifest = { version: 2, madeAt, database: { ...tables, outside }, data, guests, dumped, realms };
    await writeFile(join(aside, 'manifest.json'), JSON.stringify(manifest), { mode: 0o600, flush: true });
    await rename(aside, copy);
    whole = tellLeftOut(realms) === 0;
    const onHosts = tables.realms.filter(({ onHost }) => onHost).length;
    if (onHosts > 0) console.log(`The files of ${onHosts} realms are on hosts, and not in the copy: copy them there.`);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  } finally {
    forget();
    await lock?.release();
  }
  return { copy, whole };
}

/** Else each copy would hold those before it, and itself. @throws Error */
async function assertOutside({ folder, dataDir }: Place): Promise<void> {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  if (!`${await realpath(there)}/`.startsWith(`${await realpath(dataDir)}/`)) return;
  throw new Error(`${folder} is inside the data folder ${dataDir}, which is copied. Choose a folder elsewhere.`);
}

async function packData(dataDir: string, path: string): Promise<PackedFile> {
  const names = (await readdir(dataDir)).filter((name) => !elsewhere.has(name) && !name.endsWith('.new'));
  const password = 'guests/password';
  if (existsSync(join(dataDir, password))) names.push(password);
  return await packFolder(dataDir, ['--', ...names.map((name) => `./${name}`)], path, null);
}

async function copyRealms(dataDir: string, folder: string, realms: DatabaseCopy['realms']): Promise<RealmCopy[]> {
  await mkdir(folder, { mode: 0o700 });
  const runtime = await openLocalRuntime({ dataDir, realmServerDir: join(app, 'apps/realm-server') });
  try {
    const copies: RealmCopy[] = [];
    for (const [index, realm] of realms.entries()) {
      console.log(`Realm ${index + 1} of ${realms.length} …`);
      copies.push(await copyRealm({ runtime, realms: join(dataDir, 'realms'), folder }, realm));
    }
    return copies;
  } finally {
    await runtime.close();
  }
}

try {
  const place = await readPlace(usage);
  const { copy, whole } = await backup(place);
  tellBuckets(place);
  console.log(`Copied${whole ? '' : ', but not all'}: ${copy}`);
  if (!whole) process.exitCode = 2;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
