import { packSnapshot, unpackSnapshot } from '@realmkeep/archives';
import type { WorldArchive } from '@realmkeep/runtime/file-agent-worlds';

/** What the archive of one world may hold. */
const limits = { entries: 200_000, depth: 32, bytes: 64 * 1024 ** 3 };

/** A tar packed by zstd, with the hash of every file. */
export const worldArchive: WorldArchive = {
  pack: (folder) => packSnapshot(folder, limits),
  unpack: (archive, into, take) => unpackSnapshot(archive, into, limits, take),
};
