import { createInterface } from 'node:readline';
import { fileArchives, openFolder } from '@realmkeep/archives';
import { openFolderFiles } from '@realmkeep/runtime/keeper';
import { folderWorlds } from '@realmkeep/runtime/keeper-worlds';
import { serveKeeper } from './serve-keeper.ts';
import { worldArchive } from './world-archive.ts';

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error('usage: keeper <folder of the realm>');

const driver = createInterface({ input: process.stdin });
// The driver is gone, or has no more to ask. What is half written then is out of sight, and the next keeper removes it.
driver.once('close', () => process.exit(0));
driver.once('line', (token) => {
  void start(dir, token);
});

async function start(folder: string, token: string): Promise<void> {
  const port = await serveKeeper(
    await openFolderFiles(folder, fileArchives),
    folderWorlds(await openFolder(folder), worldArchive),
    token,
  );
  process.stdout.write(`${port}\n`);
}
