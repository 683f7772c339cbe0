import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The files of an image, by their absolute paths there. */
export type ImageFiles = Map<string, ImageFile>;

export interface ImageFile {
  /** The file of this machine whose bytes it has, the bytes, or where it leads as a link. */
  content: { from: string } | { link: string } | Buffer;
  isProgram: boolean;
}

/** Adds the file itself, following links. */
export async function addFile(files: ImageFiles, from: string, to = from): Promise<void> {
  const { mode } = await stat(from);
  files.set(to, { content: { from }, isProgram: (mode & 0o100) !== 0 });
}

/**
 * A folder with all in it, links as what they lead to; those that lead nowhere are left out.
 * @param leaveOut names of files and folders, wherever they are in it
 */
export async function addFolder(
  files: ImageFiles,
  from: string,
  to: string,
  leaveOut: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const name of await readdir(from)) {
    if (leaveOut.has(name)) continue;
    const path = join(from, name);
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) await addFolder(files, path, join(to, name), leaveOut);
    else if (found?.isFile()) await addFile(files, path, join(to, name));
  }
}

export function addText(files: ImageFiles, to: string, text: string): void {
  files.set(to, { content: Buffer.from(text), isProgram: false });
}

/** The folders that the files are in, the outer ones first. */
export function foldersOf(files: ImageFiles): string[] {
  const folders = new Set<string>();
  for (const path of files.keys())
    for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) folders.add(folder);
  return [...folders].toSorted();
}
