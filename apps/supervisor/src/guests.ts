// `guests.js DATA_DIR`: the first process of the container `guests` in deploy/compose.yaml. Keeps the cluster of realms' databases and the doors to them, and
// ends with either. Its settings are for the doors, which inherit them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { guestCluster, startPostgres, systemUser, takeLock } from '@realmkeep/postgres';
import { inImage } from './images/contents.ts';

const [, , dataDir] = process.argv;
if (dataDir === undefined) throw new Error('the data folder is missing');
const folder = join(dataDir, 'guests');
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
});

const lock = await takeLock(join(folder, 'lock'));
if (lock === null) throw new Error(`Another process keeps realms' databases on ${dataDir}.`);
const user = systemUser(guestCluster.systemUser);
const start = () => startPostgres({ ...guestCluster, folder });
let cluster = await start();
const doors = spawn(process.execPath, [inImage.guests], { ...user, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
doors.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('restart' in message)) return;
  process.stdout.write(`The database of realms' programs starts anew: ${String(message.restart)}\n`);
  void cluster.stop();
});
const isOver = Promise.race([stopped.then(() => 'asked'), once(doors, 'exit').then(() => 'the doors have ended')]);
process.stdout.write("Realms' databases can be reached\n");
let why: string | null = null;
while (why === null) {
  why = await Promise.race([isOver, cluster.exited.then(() => null)]);
  // Its address stays.
  if (why === null) cluster = await start();
}
doors.kill('SIGTERM');
await cluster.stop();
await lock.release();
if (why !== 'asked') process.stderr.write(`${why}\n`);
process.exit(why === 'asked' ? 0 : 1);
