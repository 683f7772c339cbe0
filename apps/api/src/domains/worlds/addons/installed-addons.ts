import { type AddonKind, addonFolders } from '@realmkeep/contract';
import { type FileEntry, FilesError, type RealmFiles } from '@realmkeep/runtime';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Version } from '../../../integrations/modrinth/modrinth-answers.ts';
import { addonPath, isAddonFile, isEnabled } from './addon-policy.ts';

/** Files of one kind that are looked at: the rest is only counted. The largest modpacks have some 400 mods. */
const maxFiles = 500;
/** Larger files are not plugins, and take long to hash. */
const maxHashedBytes = 256 * 1024 * 1024;
const sha512 = z.string().regex(/^[0-9a-f]{128}$/);

export interface AddonFile extends Pick<FileEntry, 'name' | 'bytes' | 'version'> {
  kind: AddonKind;
  enabled: boolean;
  /** SHA-512; null where the file is too large, or has just gone. */
  hash: string | null;
}

export interface InstalledAddon extends AddonFile {
  /** What Modrinth knows the file as. */
  found: Version | null;
}

/** The add-ons of one kind among a realm's files. @throws FilesError, but for a realm or folder that is not there yet */
export async function listAddonFiles(
  { fileHashes }: Context,
  realmId: string,
  realmFiles: RealmFiles,
  kind: AddonKind,
): Promise<{ files: AddonFile[]; more: number }> {
  const entries = await orNone(realmFiles.list(addonFolders[kind]), []);
  const addons = entries
    .filter(({ name, kind: what }) => what === 'file' && isAddonFile(kind, name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  async function hashed(path: string, version: string): Promise<string | null> {
    const key = `${realmId} ${path} ${version}`;
    const kept = fileHashes.get(key);
    if (kept !== undefined) return kept;
    const hash = await orNone(realmFiles.hash(path), null);
    // What a file agent says is not trusted: its realm may have taken it over.
    return hash === null ? null : fileHashes.keep(key, sha512.parse(hash));
  }

  const files: AddonFile[] = [];
  // One after the other: the file agent has the disk's time of its realm alone.
  for (const { name, bytes, version } of addons.slice(0, maxFiles)) {
    const hash = bytes > maxHashedBytes ? null : await hashed(addonPath(kind, name), version);
    files.push({ kind, name, bytes, version, enabled: isEnabled(name), hash });
  }
  return { files, more: Math.max(0, addons.length - maxFiles) };
}

/** The same files with what they are. @throws ProviderError */
export async function recognise({ modrinth }: Context, files: readonly AddonFile[]): Promise<InstalledAddon[]> {
  const known = await modrinth.byHash(files.flatMap(({ hash }) => hash ?? []));
  return files.map((file) => ({ ...file, found: (file.hash !== null && known.get(file.hash)) || null }));
}

/** Treats a missing file or folder as empty. */
async function orNone<T>(asked: Promise<T>, none: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const gone = ['absent', 'not_found', 'not_a_folder', 'not_a_file'];
    if (error instanceof FilesError && gone.includes(error.code)) return none;
    throw error;
  }
}
