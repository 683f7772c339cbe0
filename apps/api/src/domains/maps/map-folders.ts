import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createFile } from '@realmkeep/safe-fs';
import type { Config } from '../../config.ts';

const newPrefix = '.new-';
/** Whatever else lies there is none of ours. */
const ours = /^(\.new-.*|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The folder of a world of somebody's own; the driver copies it. */
export function mapFolder(config: Config, id: string): string {
  return join(resolve(config.dataDir), 'maps', id);
}

/** A new folder, where a world is made that is not looked through yet. */
export async function newMapFolder(config: Config, id: string): Promise<string> {
  const folder = mapFolder(config, `${newPrefix}${id}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A nameless file with this content, which goes with the process: an archive is read from several places. */
export async function spool(config: Config, content: AsyncIterable<Buffer>): Promise<FileHandle> {
  const path = mapFolder(config, `${newPrefix}${randomUUID()}`);
  const file = await createFile(path);
  try {
    await unlink(path);
    for await (const piece of content) await file.writeFile(piece);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function removeMapFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** Ids and folders that have not been touched for an hour: of new ones the id is null. */
export async function quietMapFolders(config: Config): Promise<{ id: string | null; folder: string }[]> {
  const names = await readdir(mapFolder(config, '.')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names
      .filter((name) => ours.test(name))
      .map(async (name) => {
        const folder = mapFolder(config, name);
        // The last file that a world gets lies in it itself.
        const { mtimeMs } = await stat(folder);
        const id = name.startsWith(newPrefix) ? null : name;
        return mtimeMs < Date.now() - 3_600_000 ? [{ id, folder }] : [];
      }),
  );
  return found.flat();
}
