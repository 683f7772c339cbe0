import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort, interrupt, type Place, type Product } from '../apps/supervisor/test/product.ts';

/** Where a product of a test's own runs: a new folder, which the users of its realms can pass, and free ports. */
export async function newPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-e2e-'));
  await chmod(folder, 0o711);
  return { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
}

/** Ends the product as Ctrl-C does, and removes its place with all that it has left. */
export async function endProduct(product: Product, { dataDir }: Place): Promise<void> {
  interrupt(product);
  await product.ended;
  await rm(dirname(dataDir), { recursive: true, force: true });
}
