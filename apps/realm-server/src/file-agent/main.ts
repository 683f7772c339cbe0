import { openSync } from 'node:fs';
import { fileArchives } from '@realmkeep/archives';
import { openFolder } from '@realmkeep/safe-fs';
import type { RealmFiles } from '@realmkeep/runtime/files';
import { openFolderFiles } from '@realmkeep/runtime/file-agent';
import { fileAgentDescriptor } from '@realmkeep/runtime/file-agent-call';
import { drawGiven, type FoundDrawing, type GivenDrawing } from '@realmkeep/runtime/file-agent-picture';
import { folderWorlds } from '@realmkeep/runtime/file-agent-worlds';
import { holdUnix } from '@realmkeep/sockets';
import { makeLand } from './make-land.ts';
import { serveFileAgent } from './serve-file-agent.ts';
import { worldArchive } from './world-archive.ts';

const [what, argument, socket] = process.argv.slice(2);
if (what === undefined || argument === undefined) {
  throw new Error(
    'usage: file-agent <time until which what is half written is nobody’s> <folder of the realm> [<path of the socket to make>] | --draw <order>',
  );
}

// The driver is gone, or has no more to ask. What is half written then is out of sight, and the next file agent removes it.
process.stdin.once('close', () => process.exit(0)).resume();

(what === '--draw' ? draw(argument) : serve(argument, Number(what))).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

/** Writes the bytes of a picture of what this process has open, or finds. */
async function draw(text: string): Promise<void> {
  const { regions, ...middle } = JSON.parse(text) as GivenDrawing | FoundDrawing;
  const open = regions.map(({ x, z, ...file }) => ({ x, z, fd: 'path' in file ? openSync(file.path, 'r') : file.fd }));
  const picture = await drawGiven({ ...middle, regions: open });
  process.stdout.write(picture, () => process.exit(0));
}

async function serve(path: string, until: number): Promise<void> {
  let opened: Promise<RealmFiles> | undefined;
  // What is half written is removed then: where worlds alone are copied another file agent may be writing it.
  const files = (): Promise<RealmFiles> => {
    const opening = (opened ??= openFolderFiles(path, until, fileArchives, makeLand));
    opening.catch(() => (opened = undefined));
    return opening;
  };
  const fd = socket === undefined ? fileAgentDescriptor : holdUnix(socket, { mode: 0o600 }).fd;
  await serveFileAgent(files, folderWorlds(await openFolder(path), worldArchive), fd);
  process.stdout.write('ready\n');
}
