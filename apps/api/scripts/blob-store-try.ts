import { createBackupStores } from '../src/integrations/blobs/backup-stores.ts';
import { createBlobStores } from '../src/integrations/blobs/blob-stores.ts';
import { storeProblem } from '../src/integrations/blobs/try-store.ts';
import { storesOf } from './config.ts';

/**
 * Tries the stores for backups and everything else that apis share, from the environment: `node apps/api/scripts/blob-store-try.ts`. Prints
 * what is wrong.
 */
const settings = storesOf();
const backups = createBackupStores(settings.backups);
const blobs = createBlobStores(settings.blobs);
const problem =
  (await storeProblem(backups.current, settings.backups.names)) ?? (await storeProblem(blobs.uploads, 'S3'));
const places = [...new Set([backups.place, blobs.place])].join(' and ');
process.stdout.write(problem ?? `written to, read from and deleted from: ${places}`);
process.exitCode = problem === null ? 0 : 1;
