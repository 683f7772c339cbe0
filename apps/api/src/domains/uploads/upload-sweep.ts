import type { Context } from '../../context.ts';
import { removeUploadFile, uploadFiles } from './upload-files.ts';
import { deleteExpiredUploads, existingUploads } from './upload-queries.ts';

/** Throws away uploads that are a day old, and files of which there is no upload any more. */
export async function uploadSweep({ db, config }: Context): Promise<void> {
  await deleteExpiredUploads(db);
  // Files first: one that comes meanwhile has its row already.
  const files = await uploadFiles(config);
  const existing = await existingUploads(db, files);
  for (const id of files) if (!existing.has(id)) await removeUploadFile(config, id);
}
