import { statfs } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { AppError } from '../http/app-error.ts';

/** What is kept for the database, the logs and the worlds of running realms, as a part of the disk and at most in bytes. */
const reserve = { part: 0.05, bytes: 2 * 1024 ** 3 };

/** With less than this the disk counts as full. */
const fullBytes = 64 * 1024 * 1024;

/** Or with room for fewer files than these, however small. */
const leastFiles = 4096;

/** What is free for users on the disk of the data folder, in bytes. */
export async function freeBytes({ config }: Pick<Context, 'config'>): Promise<number> {
  const { bavail, bsize } = await statfs(config.dataDir);
  return bavail * bsize;
}

/** Whether nothing can be relied on to be written any more. */
export async function isDiskFull(ctx: Pick<Context, 'config'>): Promise<boolean> {
  const { files, ffree } = await statfs(ctx.config.dataDir);
  const hasFiles = files === 0 || ffree >= leastFiles;
  return !hasFiles || (await freeBytes(ctx)) < fullBytes;
}

/**
 * Whether so many bytes may be written to the disk of the data folder. Of a realm that fills it nobody else is to suffer.
 * @throws AppError disk_full, which the operator finds in the log
 */
export async function assertRoom({ config, log }: Pick<Context, 'config' | 'log'>, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const kept = Math.min(blocks * bsize * reserve.part, reserve.bytes);
  if (free - bytes >= kept) return;
  log.error({ free, wanted: bytes, kept }, 'the disk of the data folder is full');
  throw new AppError('disk_full');
}
