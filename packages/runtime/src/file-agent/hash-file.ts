import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { FilesError, type JarFacts } from '../files.ts';
import type { FileArchives } from './file-archives.ts';
import { pathToRead } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { openPlain } from './read-file.ts';

export async function hashFile({ root }: FileAgentFolder, path: string): Promise<string> {
  const { file, stat } = await openPlain(root, pathToRead(path));
  await using _ = file;
  return hashOf('sha512', file, stat.size);
}

const manifest = 'META-INF/MANIFEST.MF';
/** The game's own file with its version, since 1.14, and Fabric's. */
const [game, fabric] = ['version.json', 'install.properties'];

/** Sources: https://docs.oracle.com/en/java/javase/21/docs/specs/jar/jar.html#jar-manifest, https://minecraft.wiki/w/Version.json */
export async function readJar({ root }: FileAgentFolder, archives: FileArchives, path: string): Promise<JarFacts> {
  const { file, stat } = await openPlain(root, pathToRead(path));
  await using _ = file;
  const sha256 = await hashOf('sha256', file, stat.size);
  const texts = await archives.small(file, new Set([manifest, game, fabric])).catch((error: unknown) => {
    const refusal = archives.refusalOf(error);
    throw refusal === null ? error : new FilesError(refusal);
  });
  // A long line goes on in the next, after a blank.
  const lines = (texts.get(manifest) ?? '').replace(/\r?\n /g, '');
  return {
    sha256,
    mainClass: /^Main-Class: *([\w.$/]{1,200}) *$/m.exec(lines.replaceAll('\r', ''))?.[1] ?? null,
    version:
      /"id"\s*:\s*"([\d.]{1,16})"/.exec(texts.get(game) ?? '')?.[1] ??
      /^game-version=([\d.]{1,16})$/m.exec((texts.get(fabric) ?? '').replaceAll('\r', ''))?.[1] ??
      null,
  };
}

/** Hashes the file's present length and no more, as it may be growing. */
async function hashOf(algorithm: 'sha256' | 'sha512', file: FileHandle, size: number): Promise<string> {
  const hash = createHash(algorithm);
  const piece = Buffer.alloc(256 * 1024);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, size - at), at);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex');
}
