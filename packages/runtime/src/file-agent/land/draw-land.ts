import type { FileHandle } from 'node:fs/promises';
import { inFolder } from '@realmkeep/safe-fs';
import { FilesError } from '../../files.ts';
import { type LandRegion, regionFolders } from '../../land.ts';
import type { FileAgentFolder } from '../file-agent-folder.ts';
import { openPlain } from '../read-file.ts';
import { drawRegion } from './draw-region.ts';
import type { LandMaker } from './made-land.ts';

export async function drawLand(
  { root }: FileAgentFolder,
  makeLand: LandMaker,
  { x, z, made }: LandRegion,
): Promise<Buffer> {
  const file = await openRegion(root, `r.${x}.${z}.mca`);
  try {
    return await drawRegion({ x, z }, file, made ? await makeLand(inFolder(root, 'world')) : null);
  } finally {
    await file?.close();
  }
}

async function openRegion(root: FileHandle, name: string): Promise<FileHandle | null> {
  for (const folder of regionFolders) {
    try {
      return (await openPlain(root, [...folder.split('/'), name])).file;
    } catch (error) {
      if (!(error instanceof FilesError)) throw error;
    }
  }
  return null;
}
