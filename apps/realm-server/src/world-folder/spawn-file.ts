import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RealmSpawn } from '@realmkeep/realm-protocol';
import { writeDurably } from './durable-file.ts';

/** Where players appear in a world of the built-in server that its managers have chosen a place in. */
export const spawnFile = 'spawn.json';

/** Null if nobody has chosen one, or the file is not valid: its owner may have edited it. */
export async function readSpawn(worldFolder: string): Promise<RealmSpawn | null> {
  const text = await readFile(join(worldFolder, spawnFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return 'null';
    throw error;
  });
  try {
    return RealmSpawn.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function writeSpawn(worldFolder: string, spawn: RealmSpawn): Promise<void> {
  return writeDurably(join(worldFolder, spawnFile), JSON.stringify(spawn));
}
