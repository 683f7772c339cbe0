import { BlobMissing, type BlobStore } from './blob-store.ts';

/** Reads from whichever has a blob; new ones go to the first. */
export function eitherStore(first: BlobStore, second: BlobStore): BlobStore {
  return {
    isOnDisk: first.isOnDisk,
    put: (key, pieces) => first.put(key, pieces),
    get: (key, from) =>
      first.get(key, from).catch((error: unknown) => {
        if (error instanceof BlobMissing) return second.get(key, from);
        throw error;
      }),
    remove: async (key) => {
      await second.remove(key);
      await first.remove(key);
    },
    async *list() {
      yield* first.list();
      yield* second.list();
    },
    link: async () => null,
  };
}

/** Moves one store's blobs into another. After a kill in between, each blob is in at least one of them. */
export async function carryOver(from: BlobStore, to: BlobStore): Promise<void> {
  for await (const page of from.list()) {
    for (const { key } of page) {
      const content = await from.get(key).catch((error: unknown) => {
        // It was half written, or has been removed meanwhile.
        if (error instanceof BlobMissing) return null;
        throw error;
      });
      if (!content) continue;
      await to.put(key, content);
      await from.remove(key);
    }
  }
}
