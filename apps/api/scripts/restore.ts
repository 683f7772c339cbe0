/**
 * What bin/restore runs: puts a copy that bin/backup made onto a machine that has nothing yet. Ends with 0 when all is back, with 2 when
 * all is but something of a realm, else with 1.
 */
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '../src/db/migrate.ts';
import { openLocalRuntime } from '@realmkeep/runtime/installed';
import { printable } from './installation-copy/bounded-child.ts';
import { isEmptyDatabase, loadDatabase } from './installation-copy/database-copy.ts';
import { type Manifest, readManifest } from './installation-copy/manifest.ts';
import { dumpFile, restoreDumps } from './installation-copy/dumped-databases.ts';
import { guestsFiles, restoreGuests } from './installation-copy/guests-copy.ts';
import { verifyPacked } from './installation-copy/packed.ts';
import {
  app,
  assertOwn,
  lockPlace,
  openDatabase,
  outsideServers,
  type Place,
  readPlace,
  readTokenKey,
  tellBuckets,
} from './installation-copy/config.ts';
import { restoreRealm, tellLeftOut } from './installation-copy/realm-copy.ts';
import { unpackFolder } from './installation-copy/tar.ts';

const usage =
  'bin/restore FOLDER   puts the copy in FOLDER, made by bin/backup, into an empty data folder and an empty database';

async function restore(place: Place): Promise<{ whole: boolean }> {
  const { folder, dataDir } = place;
  const manifest = await readManifest(folder);
  if (manifest.version > 2) throw new Error(`${folder} was made by a later version of bin/backup.`);
  console.log('Looking through the copy …');
  await verify(folder, manifest);
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await assertOwn(place);
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const present = (await readdir(dataDir)).filter((name) => name !== 'lock');
  if (present.length > 0)
    throw new Error(`${dataDir} is not empty (${present.slice(0, 5).join(', ')}): nothing is overwritten.`);
  const lock = await lockPlace(place);
  // bin/start refuses what is not whole (apps/supervisor/src/data-dir.ts).
  const mark = join(dataDir, 'restoring');
  await writeFile(mark, '', { flush: true });
  try {
    await using database = await openDatabase(place);
    if (!(await isEmptyDatabase(database.url))) throw new Error('The database is not empty: nothing is overwritten.');
    console.log('The database …');
    await migrate(database.url, { only: manifest.database.migrations });
    await loadDatabase(database.url, join(folder, 'database'), manifest.database);
    console.log('The data folder …');
    await unpackFolder(join(folder, 'data.tar.zst'), dataDir, null);
    // Even if realms' databases fail, their worlds are restored.
    const failed = await restoreRealms(folder, dataDir, manifest);
    if (manifest.guests) {
      console.log("Realms' databases …");
      await restoreGuests(manifest.guests, folder, dataDir);
    }
    const rows = { productUrl: database.url, tokenKey: await readTokenKey(place) };
    const { dumped, database: copied } = manifest;
    // Copies of before know nothing of them.
    const notWhole = dumped ? await restoreDumps(outsideServers(place), copied.outside, dumped, folder, rows) : 0;
    const lacking = tellLeftOut(manifest.realms);
    await rm(mark);
    return { whole: failed + notWhole + lacking === 0 };
  } finally {
    await lock.release();
  }
}

async function verify(folder: string, { database, data, guests, dumped = [], realms }: Manifest): Promise<void> {
  await verifyPacked(join(folder, 'data.tar.zst'), data);
  if (guests) {
    await verifyPacked(join(folder, guestsFiles.files), guests.files);
    await verifyPacked(join(folder, guestsFiles.log), guests.log);
  }
  for (const table of database.tables) await verifyPacked(join(folder, 'database', `${table.name}.zst`), table);
  for (const dump of dumped) await verifyPacked(join(folder, dumpFile(dump.realmId)), dump);
  for (const { id, world, files } of realms) {
    if (world !== null) await verifyPacked(join(folder, 'realms', `${id}.world.zst`), world);
    if (files !== null) await verifyPacked(join(folder, 'realms', `${id}.files.zst`), files);
  }
}

/** @returns how many could not be put back: what one of them holds keeps no other from it */
async function restoreRealms(folder: string, dataDir: string, { realms }: Manifest): Promise<number> {
  const runtime = await openLocalRuntime({ dataDir, realmServerDir: join(app, 'apps/realm-server') });
  try {
    const place = { runtime, realms: join(dataDir, 'realms'), folder: join(folder, 'realms') };
    let failed = 0;
    for (const [index, realm] of realms.entries()) {
      console.log(`Realm ${index + 1} of ${realms.length} …`);
      await restoreRealm(place, realm).catch(async (error: unknown) => {
        failed += 1;
        console.error(
          `Realm ${realm.id} is not back: ${printable(error instanceof Error ? error.message : String(error))}`,
        );
        // Half a world would start, and fill its holes with new land; without any the realm does not start.
        await rm(join(place.realms, realm.id, 'world'), { recursive: true, force: true });
      });
    }
    return failed;
  } finally {
    await runtime.close();
  }
}

try {
  const place = await readPlace(usage);
  const { whole } = await restore(place);
  tellBuckets(place);
  console.log(`${whole ? 'All is back' : 'All else is back'}. bin/start starts it.`);
  if (!whole) process.exitCode = 2;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
