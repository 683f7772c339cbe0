import { type FileHandle, mkdir, rm } from 'node:fs/promises';
import { inFolder } from '@realmkeep/safe-fs';
import { walkTo } from './walk.ts';

/**
 * Folders that are archived and restored with a world: what players configure for their servers. The rest of the
 * folder is written at each start, or is the product's.
 */
export const besideWorld: ReadonlySet<string> = new Set([
  'plugins',
  'config',
  'mods',
  'banned-players.json',
  'banned-ips.json',
  'whitelist.json',
  'permissions.yml',
  'commands.yml',
]);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The name of a scratch folder in the realm's: out of sight, and on the same disk as the world. */
function scratchName(id: string): string {
  if (!uuid.test(id)) throw new TypeError('a scratch folder is named by a UUID');
  return `.world-${id}`;
}

/** The scratch folder, empty and open; what was in it is gone. The caller closes it. */
export async function newScratch(root: FileHandle, id: string): Promise<FileHandle> {
  await dropScratch(root, id);
  await mkdir(inFolder(root, scratchName(id)), 0o700);
  return openScratch(root, id);
}

export function openScratch(root: FileHandle, id: string): Promise<FileHandle> {
  return walkTo(root, [scratchName(id)]);
}

export async function dropScratch(root: FileHandle, id: string): Promise<void> {
  await rm(inFolder(root, scratchName(id)), { recursive: true, force: true, maxRetries: 2 });
}
