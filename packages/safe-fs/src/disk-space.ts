import { statfs } from 'node:fs/promises';

const mebibyte = 1024 * 1024;
/** With less than this a disk counts as full. */
export const fullBytes = 64 * mebibyte;
/** Reserved for the database, the logs and the worlds of running realms: a share of the disk, and at most so many bytes. */
const reserve = { part: 0.05, bytes: 2048 * mebibyte };

/** The reserved bytes of a disk of this size. */
export function reservedBytes(total: number): number {
  return Math.min(total * reserve.part, reserve.bytes);
}

export interface DiskSpace {
  /** Bytes, those that are free for users. */
  free: number;
  total: number;
  /** Inodes; Infinity where the file system makes them as it needs them. */
  freeFiles: number;
  totalFiles: number;
}

/** Of the disk that the folder is on. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  const [freeFiles, totalFiles] = files === 0 ? [Infinity, Infinity] : [ffree, files];
  return { free: bavail * bsize, total: blocks * bsize, freeFiles, totalFiles };
}
