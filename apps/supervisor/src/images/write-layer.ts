import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { foldersOf, type ImageFile, type ImageFiles } from './image-files.ts';

/** A file named by the SHA-256 of its bytes, as in a folder `blobs/sha256`. */
export interface Blob {
  path: string;
  /** In hexadecimal. */
  sha256: string;
  bytes: number;
}

/** The times of all files: an image must not depend on when it was made. */
const noTime = new Date(0);

/**
 * Writes files as a layer, a tar that is not compressed: the same files make the same bytes wherever and whenever. They belong to root, who
 * alone may write them.
 */
export async function writeLayer(folder: string, files: ImageFiles): Promise<Blob> {
  const tar = pack();
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      bytes += piece.length;
      done(null, piece);
    },
  });
  const half = join(folder, 'layer.new');
  await Promise.all([addAll(tar, files), pipeline(tar, counted, createWriteStream(half))]);
  const sha256 = hash.digest('hex');
  const path = join(folder, sha256);
  await rename(half, path);
  return { path, sha256, bytes };
}

async function addAll(tar: Pack, files: ImageFiles): Promise<void> {
  try {
    for (const path of foldersOf(files))
      tar.entry({ name: `${path.slice(1)}/`, type: 'directory', mode: 0o755, mtime: noTime });
    for (const [path, file] of sorted(files)) await add(tar, path, file);
    tar.finalize();
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

async function add(tar: Pack, path: string, { content, isProgram }: ImageFile): Promise<void> {
  const header = { name: path.slice(1), mode: isProgram ? 0o755 : 0o644, mtime: noTime };
  if (Buffer.isBuffer(content)) {
    tar.entry(header, content);
    return;
  }
  if ('link' in content) {
    tar.entry({ ...header, type: 'symlink', linkname: content.link });
    return;
  }
  const { size } = await stat(content.from);
  await pipeline(createReadStream(content.from), tar.entry({ ...header, size }));
}

/** By code units: a locale would sort in another way elsewhere. */
export function sorted<T>(named: ReadonlyMap<string, T>): [string, T][] {
  return [...named].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
