import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobMissing, type BlobStore, type Kept } from './blob-store.ts';

const listedAtOnce = 1000;
const halfEnding = '.part';

/** Keeps blobs in a folder, which is made when needed. Subfolders and hidden files in it are not blobs. */
export function createFolderStore(folder: string): BlobStore {
  const whole = (key: string): string => join(folder, key);
  const half = (key: string): string => join(folder, `${key.split('.', 1)[0]}${halfEnding}`);

  async function kept(name: string): Promise<Kept[]> {
    const found = await stat(join(folder, name)).catch(ifThere);
    const key = name.endsWith(halfEnding) ? name.slice(0, -halfEnding.length) : name;
    return found ? [{ key, at: found.mtime }] : [];
  }

  return {
    isOnDisk: true,
    async put(key, pieces) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      {
        await using file = await open(half(key), 'w', 0o600);
        for await (const piece of pieces) await file.writeFile(piece);
        await file.sync();
      }
      await rename(half(key), whole(key));
      await using directory = await open(folder);
      await directory.sync();
    },
    async get(key, from = 0) {
      const file = await open(whole(key)).catch(ifThere);
      if (!file) throw new BlobMissing(key);
      return file.createReadStream({ start: from, highWaterMark: 256 * 1024 });
    },
    async remove(key) {
      await rm(half(key), { force: true });
      await rm(whole(key), { force: true });
    },
    async *list() {
      const directory = await opendir(folder).catch(ifThere);
      if (!directory) return;
      let page: Kept[] = [];
      for await (const item of directory) {
        if (!item.isFile() || item.name.startsWith('.')) continue;
        page.push(...(await kept(item.name)));
        if (page.length < listedAtOnce) continue;
        yield page;
        page = [];
      }
      yield page;
    },
    link: async () => null,
  };
}

function ifThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
