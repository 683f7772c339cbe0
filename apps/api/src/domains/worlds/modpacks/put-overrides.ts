import { type FileEntry, FilesError, type FilesQuota, type RealmFiles } from '@realmkeep/runtime';
import { hasPlace } from './modpack-index.ts';

/** In this order: files for servers replace those for all. */
const parts = ['overrides', 'server-overrides'];

/**
 * Moves an unpacked modpack's files into place, over existing ones. After a kill in between, it goes on with what is left.
 * @param from the folder with the unpacked pack
 * @returns what in its root does not belong on a server
 * @throws FilesError, ModpackRefusal
 */
export async function putOverrides(files: RealmFiles, from: string, quota: FilesQuota): Promise<string[]> {
  const leftOut: string[] = [];
  for (const part of parts) {
    for (const { name, kind } of await listed(files, `${from}/${part}`)) {
      const [source, inside] = [`${from}/${part}/${name}`, `${name}/inside`];
      if (kind === 'folder' && hasPlace(inside)) await merge(files, source, name);
      else if (kind === 'folder' && hasPlace(`${name}/datapacks/inside`)) {
        const packs = `${name}/datapacks`;
        await files.makeFolder(packs, quota).catch(unless('exists'));
        await merge(files, `${source}/datapacks`, packs);
        // Whole worlds are not taken.
        if ((await listed(files, source)).some((entry) => entry.name !== 'datapacks')) leftOut.push(name);
      } else leftOut.push(name);
    }
  }
  return leftOut;
}

/** Moves everything in one folder into another that exists. */
async function merge(files: RealmFiles, from: string, to: string): Promise<void> {
  for (const { name, kind } of await listed(files, from)) {
    const [source, target] = [`${from}/${name}`, `${to}/${name}`];
    hasPlace(target);
    const isThere = await files.move(source, target).then(
      () => false,
      (error: unknown) => unless('exists')(error) ?? true,
    );
    if (isThere && kind === 'folder') await merge(files, source, target);
    else if (isThere) await files.move(source, target, true);
  }
}

async function listed(files: RealmFiles, path: string): Promise<FileEntry[]> {
  return (await files.list(path).catch(unless('not_found'))) ?? [];
}

/** Takes one kind of error for nothing. */
function unless(code: FilesError['code']): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof FilesError && error.code === code) return undefined;
    throw error;
  };
}
