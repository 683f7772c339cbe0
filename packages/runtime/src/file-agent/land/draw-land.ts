import type { FileHandle } from 'node:fs/promises';
import { inFolder } from '@realmkeep/safe-fs';
import { FilesError } from '../../files.ts';
import { type LandRegion, regionFolders } from '../../land.ts';
import type { FileAgentFolder } from '../file-agent-folder.ts';
import { openPlain } from '../read-file.ts';
import { drawRegion, type StoredRegion } from './draw-region.ts';
import type { LandMaker } from './made-land.ts';

export async function drawLand(
  { root }: FileAgentFolder,
  makeLand: LandMaker,
  { x, z, made }: LandRegion,
): Promise<Buffer> {
  const stored = await openRegion(root, `r.${x}.${z}.mca`);
  try {
    return await drawRegion({ x, z }, stored, made ? await makeLand(inFolder(root, 'world')) : null);
  } finally {
    await stored?.file.close();
  }
}

async function openRegion(root: FileHandle, name: string): Promise<StoredRegion | null> {
  for (const folder of regionFolders) {
    const beside = (other: string) => openIfThere(root, [...folder.split('/'), other]);
    const file = await beside(name);
    if (file) return { file, beside };
  }
  return null;
}

async function openIfThere(root: FileHandle, parts: string[]): Promise<FileHandle | null> {
  try {
    return (await openPlain(root, parts)).file;
  } catch (error) {
    if (error instanceof FilesError) return null;
    throw error;
  }
}
