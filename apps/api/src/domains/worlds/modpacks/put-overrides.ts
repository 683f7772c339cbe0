import { type FileEntry, FilesError, type FilesQuota, type RealmFiles } from '@realmkeep/runtime';
import { hasPlace } from './modpack-index.ts';

/** In this order: what is for servers alone takes the place of what is for all. */
const parts = ['overrides', 'server-overrides'];

/**
 * Puts what an unpacked modpack holds in its place, over what is there. Whoever is killed in between goes on with what is left.
 * @param from the folder in which it is unpacked
 * @returns what at its root has no place on a server
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

/** All of one folder into another that is there. */
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
