import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { interrupt, type Place, type Product, startProduct } from './product.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** A data folder as left by a first start: a start on a copy of it need not create a database. */
const startedOnce = join(import.meta.dirname, '../../../.tools/started-once');

/** Makes that folder, for all new places of a run. @returns what removes it */
export async function prepareData(): Promise<() => Promise<void>> {
  const remove = () => rm(startedOnce, { recursive: true, force: true });
  await remove();
  const place = await emptyPlace();
  const product = startProduct(place);
  await product.started;
  interrupt(product);
  await product.ended;
  // What belongs to that run alone, and the room that each start reserves.
  for (const name of ['run.json', 'logs', 'postgres/reserve']) {
    await rm(join(place.dataDir, name), { recursive: true });
  }
  await run('mv', [place.dataDir, startedOnce]);
  await rm(dirname(place.dataDir), { recursive: true });
  return remove;
}

/**
 * Where a product of a test's own runs: a new folder, which the users of its realms can pass, and free ports.
 * @param uid of an ordinary user, whose folder it is
 */
export async function emptyPlace(uid?: number): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-e2e-'));
  await chmod(folder, 0o711);
  if (uid !== undefined) await chown(folder, uid, uid);
  const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
  return uid === undefined ? place : { ...place, uid };
}

/** The same, with the data of `prepareData` if they are there. */
export async function newPlace(): Promise<Place> {
  const place = await emptyPlace();
  if (existsSync(startedOnce)) await run('cp', ['-a', startedOnce, place.dataDir]);
  return place;
}

/** Ends the product as Ctrl-C does, and removes its place with all that it has left. */
export async function endProduct(product: Product, { dataDir }: Place): Promise<void> {
  const { exitCode, signalCode } = product.process;
  if (exitCode === null && signalCode === null) interrupt(product);
  await product.ended;
  await rm(dirname(dataDir), { recursive: true, force: true });
}
