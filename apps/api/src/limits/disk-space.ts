import { diskSpace, fullBytes, reservedBytes } from '@realmkeep/safe-fs';
import type { Context } from '../context.ts';
import { AppError } from '../http/app-error.ts';
import type { BlobStore } from '../integrations/blobs/blob-store.ts';

/** With room for fewer files than these, however small, a disk counts as full. */
const leastFiles = 4096;

/** The free space for users on the disk of the data folder, in bytes. */
export async function freeBytes({ config }: Pick<Context, 'config'>): Promise<number> {
  return (await diskSpace(config.dataDir)).free;
}

/** What users leave free there, in bytes. */
export async function keptBytes({ config }: Pick<Context, 'config'>): Promise<number> {
  return keptOf(config, (await diskSpace(config.dataDir)).total);
}

/** On a node of a cluster the kubelet evicts pods, of realms too, when less than its own share of the disk is free. */
function keptOf({ diskReservePercent }: Context['config'], total: number): number {
  return diskReservePercent ? (total * diskReservePercent) / 100 : reservedBytes(total);
}

/** Whether nothing can be relied on to be written any more. */
export async function isDiskFull(ctx: Pick<Context, 'config'>): Promise<boolean> {
  const { free, freeFiles } = await diskSpace(ctx.config.dataDir);
  return free < fullBytes || freeFiles < leastFiles;
}

/**
 * Asserts that this many bytes may be written to the disk of the data folder, so that others do not suffer from a realm that fills it.
 * @throws AppError disk_full, which is logged for the operator
 */
export async function assertDiskSpace({ config, log }: Pick<Context, 'config' | 'log'>, bytes: number): Promise<void> {
  const { free, total } = await diskSpace(config.dataDir);
  const kept = keptOf(config, total);
  if (free - bytes >= kept) return;
  log.error({ free, wanted: bytes, kept }, 'the disk of the data folder is full');
  throw new AppError('disk_full');
}

/** The same for a blob store: object storage always has space. @throws AppError disk_full */
export async function assertStoreSpace(
  ctx: Pick<Context, 'config' | 'log'>,
  { isOnDisk }: Pick<BlobStore, 'isOnDisk'>,
  bytes: number,
): Promise<void> {
  if (isOnDisk) await assertDiskSpace(ctx, bytes);
}
