import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { AppError } from '../../http/app-error.ts';

const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;

const mebibyte = 1024 * 1024;

function uploadFolder(config: Config): string {
  return join(config.dataDir, 'uploads');
}

/** The bytes that have arrived: the length of the file, which a kill at any moment leaves as it is. */
export async function receivedBytes(config: Config, id: string): Promise<number> {
  return (await received(config, id)).bytes;
}

/** The same, and when the last of them came; null: none has. */
export async function received(config: Config, id: string): Promise<{ bytes: number; at: Date | null }> {
  const found = await stat(join(uploadFolder(config), id)).catch(ifThere);
  return { bytes: found?.size ?? 0, at: found?.mtime ?? null };
}

/**
 * Writes a piece to the end of the file. It is on the disk when this returns. One call at a time for one upload.
 * @returns how many bytes are there then
 * @throws AppError upload_offset, upload_too_large
 */
export async function appendPiece(
  config: Config,
  { id, size }: { id: string; size: number },
  offset: number,
  piece: Buffer,
): Promise<number> {
  await mkdir(uploadFolder(config), { recursive: true, mode: 0o700 });
  await using file = await open(join(uploadFolder(config), id), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
  const { size: before } = await file.stat();
  if (offset !== before) throw new AppError('upload_offset', { offset: before });
  if (before + piece.length > size) throw new AppError('upload_too_large', { limit: Math.ceil(size / mebibyte) });
  for (let at = 0; at < piece.length;) {
    at += (await file.write(piece, at, piece.length - at, offset + at)).bytesWritten;
  }
  await file.datasync();
  return before + piece.length;
}

export function openUpload(config: Config, id: string): Promise<FileHandle> {
  return open(join(uploadFolder(config), id), O_RDONLY | O_NOFOLLOW);
}

export function removeUploadFile(config: Config, id: string): Promise<void> {
  return rm(join(uploadFolder(config), id), { force: true });
}

/** The ids of which there are files. */
export async function uploadFiles(config: Config): Promise<string[]> {
  const names = (await readdir(uploadFolder(config)).catch(ifThere)) ?? [];
  return names.filter((name) => /^[0-9a-f-]{36}$/.test(name));
}

function ifThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
