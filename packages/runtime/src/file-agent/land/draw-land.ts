import type { FileHandle } from 'node:fs/promises';
import { inFolder } from '@realmkeep/safe-fs';
import { FilesError } from '../../files.ts';
import { type LandRegion, type PicturedLand, regionFolders } from '../../land.ts';
import type { FileAgentFolder } from '../file-agent-folder.ts';
import { openPlain } from '../read-file.ts';
import { drawPicture } from './draw-picture.ts';
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

/** As `drawPicture`, of a realm's folder. */
export async function drawLandPicture(
  { root }: FileAgentFolder,
  makeLand: LandMaker,
  { x, z, made }: PicturedLand,
): Promise<Buffer> {
  const files: FileHandle[] = [];
  try {
    const open = async (regionX: number, regionZ: number) => {
      const stored = await openRegion(root, `r.${regionX}.${regionZ}.mca`);
      if (stored) files.push(stored.file);
      return stored;
    };
    return await drawPicture({ x, z }, open, made ? await makeLand(inFolder(root, 'world')) : null);
  } finally {
    for (const file of files) await file.close();
  }
}

async function openRegion(root: FileHandle, name: string): Promise<(StoredRegion & { file: FileHandle }) | null> {
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
