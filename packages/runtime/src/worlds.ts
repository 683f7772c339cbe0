import type { Readable } from 'node:stream';

/**
 * Copies, packs and exchanges the world of one realm. Each piece of work has a scratch folder beside the world, named by an id
 * (a UUID), which survives kills until it is dropped. A failed piece of work may be started again with the same id.
 *
 * An archive is a tar compressed with zstd: `world/`, the folders that go with it (`plugins/`, `config/` …), `settings.json` as given,
 * and last `manifest.json` with the size and SHA-256 of each file. Older archives have only the world.
 *
 * Errors: a FilesError `absent` if the realm has no folder, `realm_running`, or `disk_full` before a copy or what is unpacked takes the reserve of the disk; anything else is a fault, including one of the archive.
 */
export interface RealmWorlds {
  /**
   * Copies the world as of one moment into the scratch folder. A running realm saves and pauses writing meanwhile; its
   * players play on. Files that the realm has made unreadable for itself (chmod 0), or whose names are no UTF-8, are left out, and named.
   * @param settings the content of `settings.json`
   */
  copy(id: string, settings: string): Promise<CopiedWorld>;

  /**
   * The copy as an archive, made while it is read, without what no archive may hold for its name, such as one with a backslash. The stream
   * must be read to its end or destroyed.
   */
  pack(id: string): Promise<Readable>;

  /** Unpacks an archive into the scratch folder, durably, and holds every file against the manifest. */
  unpack(id: string, archive: Readable): Promise<UnpackedWorld>;

  /** Makes an empty world in the scratch folder, durably: the next start generates it. Idempotent. */
  makeEmpty(id: string): Promise<void>;

  /** Replaces the present world, which is kept, with the unpacked or empty one. Idempotent. @throws realm_running */
  exchange(id: string): Promise<void>;

  /** Undoes an exchange, or the half of one. Idempotent. @throws realm_running */
  putBack(id: string): Promise<void>;

  /** Removes the scratch folder with all that is kept in it. Idempotent. */
  drop(id: string): Promise<void>;
}

export interface UnpackedWorld extends WorldSize {
  /** What `settings.json` says. */
  settings: string;
}

export interface CopiedWorld extends WorldSize {
  /** Paths in the realm's folder of files and folders that could not be read, at most 20. */
  leftOut: string[];
}

export interface WorldSize {
  /** Unpacked. */
  bytes: number;
  files: number;
}
