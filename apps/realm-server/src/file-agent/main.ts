import { fileArchives } from '@realmkeep/archives';
import { openFolder } from '@realmkeep/safe-fs';
import type { RealmFiles } from '@realmkeep/runtime/files';
import { openFolderFiles } from '@realmkeep/runtime/file-agent';
import { folderWorlds } from '@realmkeep/runtime/file-agent-worlds';
import { makeLand } from './make-land.ts';
import { serveFileAgent } from './serve-file-agent.ts';
import { worldArchive } from './world-archive.ts';

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error('usage: file-agent <folder of the realm>');

// The driver is gone, or has no more to ask. What is half written then is out of sight, and the next file agent removes it.
process.stdin.once('close', () => process.exit(0)).resume();

let opened: Promise<RealmFiles> | undefined;
// What is half written is removed then: where worlds alone are copied another file agent may be writing it.
const files = (): Promise<RealmFiles> => {
  const opening = (opened ??= openFolderFiles(dir, fileArchives, makeLand));
  opening.catch(() => (opened = undefined));
  return opening;
};
openFolder(dir)
  .then((folder) => serveFileAgent(files, folderWorlds(folder, worldArchive)))
  .then(
    () => process.stdout.write('ready\n'),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
