import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file so that after a crash or a power cut it has either its whole old or its whole new content: the new one is written beside
 * it, synced and renamed, and the folder is synced.
 */
export async function writeDurably(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
