import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupMissing, type BackupStore } from './backup-store.ts';

/** Keeps backups in a folder of this machine, which is made when it is needed. */
export function createFolderStore(folder: string): BackupStore {
  const whole = (key: string): string => join(folder, `${key}.tar.zst`);
  const half = (key: string): string => join(folder, `${key}.part`);
  return {
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
    async get(key) {
      const file = await open(whole(key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new BackupMissing(key) : error;
      });
      return file.createReadStream({ highWaterMark: 256 * 1024 });
    },
    async remove(key) {
      await rm(half(key), { force: true });
      await rm(whole(key), { force: true });
    },
    link: async () => null,
  };
}
