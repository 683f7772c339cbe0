import { join } from 'node:path';
import type { BlobSettings } from './blob-settings.ts';
import type { BlobStore } from './blob-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';
import { carryOver, eitherStore } from './two-stores.ts';

/** What every api of an installation reaches, beside backups. */
export interface BlobStores {
  /** Pieces of uploads on their way. */
  uploads: BlobStore;
  /** Archives of worlds that players have brought along. */
  maps: BlobStore;
  /** Of servers in Java, by their SHA-256; null: the folder that they are run from is all there is. */
  jars: BlobStore | null;
  /** Where they lie, for the log. */
  place: string;
  /** Brings into the object storage what this machine's folders hold from before there was one. */
  carryOver(): Promise<void>;
}

/** What lies in the folders is found when the settings name an object storage since. */
export function createBlobStores({ dataDir, s3 }: BlobSettings): BlobStores {
  const inFolder = {
    uploads: createFolderStore(join(dataDir, 'uploads')),
    maps: createFolderStore(join(dataDir, 'maps')),
  };
  if (!s3) return { ...inFolder, jars: null, place: dataDir, carryOver: async () => undefined };
  const inBucket = { uploads: createS3Store(s3, 'uploads/'), maps: createS3Store(s3, 'maps/') };
  return {
    uploads: eitherStore(inBucket.uploads, inFolder.uploads),
    maps: eitherStore(inBucket.maps, inFolder.maps),
    jars: createS3Store(s3, 'jars/'),
    place: `s3 ${s3.endpoint}/${s3.bucket}`,
    async carryOver() {
      await carryOver(inFolder.uploads, inBucket.uploads);
      await carryOver(inFolder.maps, inBucket.maps);
    },
  };
}
