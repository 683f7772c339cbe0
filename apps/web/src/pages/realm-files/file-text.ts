import type { RealmFile } from '@realmkeep/contract';

export type FileOrder = 'name' | 'bytes' | 'changedAt';

/** Folders first; `down` turns the order within them and within the files. */
export function sortFiles(files: readonly RealmFile[], order: FileOrder, down: boolean, locale: string): RealmFile[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const turn = down ? -1 : 1;
  return files.toSorted((a, b) => {
    if ((a.kind === 'folder') !== (b.kind === 'folder')) return a.kind === 'folder' ? -1 : 1;
    const difference = order === 'name' ? 0 : a[order] - b[order];
    return turn * (difference || compare(a.name, b.name));
  });
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The folder that something lies in, and its name there. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(0, at)), name: path.slice(at + 1) };
}
