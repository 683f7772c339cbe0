import type { Readable } from 'node:stream';

/**
 * The world of one realm, to be taken away and put back. Each piece of work has a scratch folder beside the world, named by an id
 * (a UUID); it stays, whoever is killed, until it is dropped. What has failed may be begun again with the same id.
 *
 * An archive is a tar packed by zstd: `world/`, what belongs to it beside it (`plugins/`, `config/` …), `settings.json` as it was given,
 * and last `manifest.json` with the bytes and the SHA-256 of each file. Older ones have the world alone.
 *
 * Errors: a FilesError `absent` where the realm has no folder, `realm_running`; anything else is a fault, of the archive too.
 */
export interface RealmWorlds {
  /**
   * Copies the world as it is at one moment into the scratch folder. A running realm saves and waits with writing meanwhile; its
   * players play on. What the realm has closed to itself (chmod 0) no server of it could read either: it is left out, and named.
   * @param settings what `settings.json` is to say
   */
  copy(id: string, settings: string): Promise<CopiedWorld>;

  /** The copy as an archive, made while it is read. The stream must be read to its end or destroyed. */
  pack(id: string): Promise<Readable>;

  /** Unpacks an archive into the scratch folder, durably, and holds every file against the manifest. */
  unpack(id: string, archive: Readable): Promise<UnpackedWorld>;

  /** Makes a world without anything in the scratch folder, durably: the next start makes it anew. Idempotent. */
  makeEmpty(id: string): Promise<void>;

  /** Puts the unpacked world, or the empty one, in the place of the present one, which is kept. Idempotent. @throws realm_running */
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
