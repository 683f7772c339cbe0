import { randomUUID } from 'node:crypto';
import { lutimesSync, mkdirSync, renameSync } from 'node:fs';
import { type FileHandle, readdir, rm } from 'node:fs/promises';
import { inFolder } from '@realmkeep/safe-fs';
import { type FileEntry, FilesError, type FilesQuota, maxFolderEntries, visibleFolders } from '../files.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { isShown, pathToChange, pathToClear, pathToRead } from './file-path.ts';
import { entryIn, explain, lastOf, walkTo } from './walk.ts';

export function listFolder({ root }: FileAgentFolder, path: string): Promise<FileEntry[]> {
  const parts = pathToRead(path);
  return within(root, parts, async (folder) => {
    const names = parts.length === 0 ? visibleFolders : await readdir(inFolder(folder, '.'));
    // A name with a control character cannot be said in a path: it is not shown.
    const shown = names.filter((name) => !/[\p{Cc}\ufffd]/u.test(name) && isShown([...parts, name]));
    return shown.slice(0, maxFolderEntries).flatMap((name) => entryIn(folder, name) ?? []);
  });
}

export function statEntry({ root }: FileAgentFolder, path: string): Promise<FileEntry> {
  const parts = pathToRead(path);
  const name = lastOf(parts);
  return within(root, parts.slice(0, -1), (folder) => ({ ...present(folder, name || '.'), name }));
}

export function makeFolder({ root, usage }: FileAgentFolder, path: string, quota: FilesQuota): Promise<FileEntry> {
  const parts = pathToChange(path);
  const name = lastOf(parts);
  return within(root, parts.slice(0, -1), async (folder) => {
    await usage.take(0, 1, quota);
    try {
      mkdirSync(inFolder(folder, name), 0o700);
    } catch (error) {
      await usage.give(0, 1);
      explain(error as NodeJS.ErrnoException);
    }
    return present(folder, name);
  });
}

export function moveEntry(
  { root, usage }: FileAgentFolder,
  from: string,
  to: string,
  replaces: boolean,
): Promise<FileEntry> {
  const [source, target] = [pathToClear(from), pathToChange(to)];
  const [name, newName] = [lastOf(source), lastOf(target)];
  return within(root, source.slice(0, -1), (out) =>
    within(root, target.slice(0, -1), async (into) => {
      // In one go, as rename(2) puts it in the place of another.
      const [moved, before] = [present(out, name), entryIn(into, newName)];
      if (before !== null && !(replaces && moved.kind === 'file' && before.kind === 'file')) {
        throw new FilesError('exists');
      }
      renameSync(inFolder(out, name), inFolder(into, newName));
      if (before !== null && before.version !== moved.version) await usage.give(before.bytes, 1);
      return present(into, newName);
    }),
  );
}

export function setTime({ root }: FileAgentFolder, path: string, changedAt: number): Promise<FileEntry> {
  const parts = pathToChange(path);
  const name = lastOf(parts);
  return within(root, parts.slice(0, -1), (folder) => {
    // If a link has taken its place, the link's own.
    lutimesSync(inFolder(folder, name), changedAt / 1000, changedAt / 1000);
    return present(folder, name);
  });
}

/** Out of sight in one step, and then removed; after a kill in between, by the next file agent. */
export async function removeEntry({ root, staging, usage }: FileAgentFolder, path: string): Promise<void> {
  const parts = pathToClear(path);
  const removed = inFolder(staging, randomUUID());
  await within(root, parts.slice(0, -1), (folder) => {
    present(folder, lastOf(parts));
    renameSync(inFolder(folder, lastOf(parts)), removed);
  });
  await rm(removed, { recursive: true, force: true });
  usage.forget();
}

/** Does something in the folder, which is closed at the end. @throws FilesError for failures of the disk */
async function within<T>(
  root: FileHandle,
  parts: readonly string[],
  work: (folder: FileHandle) => T | Promise<T>,
): Promise<T> {
  const folder = await walkTo(root, parts);
  try {
    return await work(folder);
  } catch (error) {
    return explain(error as NodeJS.ErrnoException);
  } finally {
    await folder.close();
  }
}

/** @throws FilesError not_found */
function present(folder: FileHandle, name: string): FileEntry {
  const entry = entryIn(folder, name);
  if (entry === null) throw new FilesError('not_found');
  return entry;
}
