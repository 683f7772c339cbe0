import { createInterface } from 'node:readline';
import { openFolderFiles } from '@realmkeep/runtime/keeper';
import { serveKeeper } from './serve-keeper.ts';

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error('usage: keeper <folder of the realm>');

const driver = createInterface({ input: process.stdin });
// The driver is gone, or has no more to ask. What is half written then is out of sight, and the next keeper removes it.
driver.once('close', () => process.exit(0));
driver.once('line', (token) => {
  void start(dir, token);
});

async function start(folder: string, token: string): Promise<void> {
  const port = await serveKeeper(await openFolderFiles(folder), token);
  process.stdout.write(`${port}\n`);
}
