import { type FileHandle, mkdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { RealmWorlds, WorldSize } from '../worlds.ts';
import { copyWorld } from './copy-world.ts';
import { DiskRoom } from './disk-room.ts';
import { exchangeWorlds, putWorldBack } from './exchange-worlds.ts';
import { inFolder, openItself } from '@realmkeep/safe-fs';
import { dropScratch, newScratch, openScratch } from './world-scratch.ts';

/** Far more than there are settings. */
const maxSettingsBytes = 16 * 1024;

/** How a folder becomes an archive, and a new one is filled from it. */
export interface WorldArchive {
  pack(folder: FileHandle): Readable;
  /**
   * Returns when it is on the disk.
   * @param take called before so many bytes are written
   * @throws what `take` does, and if it is not such an archive, or is damaged
   */
  unpack(archive: Readable, into: FileHandle, take: (bytes: number) => Promise<void>): Promise<WorldSize>;
}

/** The world of a folder that this process has open. Whether its realm runs is for the caller to know. */
export function folderWorlds(root: FileHandle, archives: WorldArchive): RealmWorlds {
  return {
    copy: (id, settings) => copyWorld(root, id, settings),
    pack: async (id) => {
      const scratch = await openScratch(root, id);
      const archive = archives.pack(scratch);
      archive.once('close', () => void scratch.close());
      return archive;
    },
    unpack: async (id, archive) => {
      await using scratch = await newScratch(root, id);
      const room = new DiskRoom(root);
      const size = await archives.unpack(archive, scratch, (bytes) => room.take(bytes));
      return { ...size, settings: await settingsOf(scratch) };
    },
    makeEmpty: async (id) => {
      await using scratch = await newScratch(root, id);
      await mkdir(inFolder(scratch, 'world'));
      await scratch.sync();
    },
    exchange: (id) => exchangeWorlds(root, id),
    putBack: (id) => putWorldBack(root, id),
    drop: (id) => dropScratch(root, id),
  };
}

async function settingsOf(scratch: FileHandle): Promise<string> {
  await using file = await openItself(inFolder(scratch, 'settings.json'));
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxSettingsBytes), 0, maxSettingsBytes, 0);
  return buffer.toString('utf8', 0, bytesRead);
}
