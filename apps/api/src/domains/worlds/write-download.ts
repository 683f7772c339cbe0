import { Readable } from 'node:stream';
import type { RealmFiles, WriteOptions } from '@realmkeep/runtime';
import type { Context } from '../../context.ts';
import type { Announced } from '../../integrations/modrinth/modrinth.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { whileItLasts } from './durable-steps.ts';
import type { Lead } from './job-worker.ts';

interface Download {
  path: string;
  file: Announced;
  options: WriteOptions;
  tell: (bytes: number) => void;
  lead: Lead;
}

/**
 * Fetches a file to a place among those of a realm, checked on its way: it gets its name when it is whole.
 * @throws ProviderError, DamagedError, FilesError, AppError disk_full; the signal's reason
 */
export async function writeDownload(ctx: Context, files: RealmFiles, download: Download): Promise<void> {
  const { path, file, options, tell, lead } = download;
  await assertDiskSpace(ctx, file.size);
  const pieces = whileItLasts(ctx.modrinth.download(file, tell, lead.signal), lead);
  const content = Readable.from(pieces, { objectMode: false });
  // Refused before it was read: the error reaches the writer.
  content.on('error', () => undefined);
  try {
    await files.write(path, content, options);
  } finally {
    content.destroy();
  }
}
