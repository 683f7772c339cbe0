import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createFile } from '@realmkeep/safe-fs';
import type { Config } from '../../config.ts';

const newPrefix = '.new-';
/** Anything else there is not ours. */
const ours = /^(\.new-.*|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The folder of an uploaded world, as stored by earlier versions. */
export function mapFolder(config: Config, id: string): string {
  return join(resolve(config.dataDir), 'maps', id);
}

/** A new folder in which a world is prepared for storing. The sweep removes what a crash leaves. */
export async function newMapFolder(config: Config): Promise<string> {
  const folder = mapFolder(config, `${newPrefix}${randomUUID()}`);
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

/** Ids and folders of this machine, and whether they have not been touched for an hour: of new ones the id is null. */
export async function mapFolders(config: Config): Promise<{ id: string | null; folder: string; isQuiet: boolean }[]> {
  const names = (await readdir(mapFolder(config, '.')).catch(ifThere)) ?? [];
  const found = await Promise.all(
    names
      .filter((name) => ours.test(name))
      .map(async (name) => {
        const folder = mapFolder(config, name);
        // The last file that a world gets lies in it itself.
        const found = await stat(folder).catch(ifThere);
        const id = name.startsWith(newPrefix) ? null : name;
        return found ? [{ id, folder, isQuiet: found.mtimeMs < Date.now() - 3_600_000 }] : [];
      }),
  );
  return found.flat();
}

function ifThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
