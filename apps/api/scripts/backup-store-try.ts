import { createBackupStores } from '../src/integrations/backup-store/backup-stores.ts';
import { storeProblem } from '../src/integrations/backup-store/try-store.ts';
import { backupsOf } from './config.ts';

/** Tries where the environment says that backups are kept: `node apps/api/scripts/backup-store-try.ts`. Says what is wrong, in words. */
const { current, place } = createBackupStores(backupsOf());
const problem = await storeProblem(current);
process.stdout.write(problem ?? `written to, read from and deleted from: ${place}`);
process.exitCode = problem === null ? 0 : 1;
