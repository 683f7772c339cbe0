import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** An open folder, to unpack into or to pack. @throws when something else is there, a link to a folder too */
export function openFolder(path: string): Promise<FileHandle> {
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

/** What is called so in an open folder, wherever that folder has been moved to: no link on the way can lead elsewhere. */
export function inFolder(folder: FileHandle, name: string): string {
  return `/proc/self/fd/${folder.fd}/${name}`;
}

/** A plain file in an open folder, to read; null when it is something else. */
export async function openPlainFile(folder: FileHandle, name: string): Promise<FileHandle | null> {
  const file = await open(inFolder(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** A folder below an open one, made (0700) where it is missing; the caller closes it. */
export async function makeFolder(root: FileHandle, parts: readonly string[]): Promise<FileHandle> {
  let folder = await openFolder(inFolder(root, '.'));
  for (const part of parts) {
    const path = inFolder(folder, part);
    try {
      await mkdir(path, 0o700).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      const next = await openFolder(path);
      await folder.close();
      folder = next;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  return folder;
}
