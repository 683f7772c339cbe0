import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { guestCluster, startPostgres } from '@realmkeep/postgres';

// `node make-guests.ts <data folder>`: a new one gets the cluster of realms' databases, which then runs with the product.
const [dataDir = ''] = process.argv.slice(2);
if (!existsSync(dataDir)) {
  await mkdir(dataDir, { mode: 0o711 });
  const server = await startPostgres({ ...guestCluster, folder: join(dataDir, 'guests') });
  await server.stop();
}
