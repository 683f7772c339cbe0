// `database.js DATA_DIR`: the first process of the container `database` in deploy/compose.yaml: keeps PostgreSQL on the data folder, and ends with it.
import { join } from 'node:path';
import { startPostgres, takeLock } from '@realmkeep/postgres';

const [, , dataDir] = process.argv;
if (dataDir === undefined) throw new Error('the data folder is missing');
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
});

// As bin/start holds it: the processes of one are not seen by the other, and two servers would ruin the data.
const lock = await takeLock(join(dataDir, 'lock'));
if (lock === null) throw new Error(`Realmkeep runs already on ${dataDir}: stop bin/start first.`);
const postgres = await startPostgres({ folder: join(dataDir, 'postgres') });
process.stdout.write('PostgreSQL runs\n');
const isAsked = await Promise.race([stopped.then(() => true), postgres.exited.then(() => false)]);
if (isAsked) await postgres.stop();
await lock.release();
process.exit(isAsked ? 0 : 1);
