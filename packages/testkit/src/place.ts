import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort, interrupt, type Place, type Product } from './product.ts';

/**
 * Where a product of a test's own runs: a new folder, which the users of its realms can pass, and free ports.
 * @param uid of an ordinary user, whose folder it is
 */
export async function newPlace(uid?: number): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-e2e-'));
  await chmod(folder, 0o711);
  if (uid !== undefined) await chown(folder, uid, uid);
  const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
  return uid === undefined ? place : { ...place, uid };
}

/** Ends the product as Ctrl-C does, and removes its place with all that it has left. */
export async function endProduct(product: Product, { dataDir }: Place): Promise<void> {
  const { exitCode, signalCode } = product.process;
  if (exitCode === null && signalCode === null) interrupt(product);
  await product.ended;
  await rm(dirname(dataDir), { recursive: true, force: true });
}
