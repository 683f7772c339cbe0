import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addFile, type ImageFiles } from './image-files.ts';

const run = promisify(execFile);

/**
 * The libraries that a program or library of this machine needs, at the paths where its loader looks for them: ldd(1). Those that are not
 * here are left out.
 */
async function sharedLibraries(path: string): Promise<string[]> {
  const { stdout } = await run('ldd', [path], { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }).catch(
    (error: unknown) => {
      // `not a dynamic executable`: it needs none.
      if (error instanceof Error && 'code' in error && error.code === 1) return { stdout: '' };
      throw error;
    },
  );
  return [...stdout.matchAll(/(?:=> |^\s)(\/\S+) \(0x/gm)].map(([, library = '']) => library);
}

/** @param besides those that the image has already, or in another place */
export async function addLibrariesOf(
  files: ImageFiles,
  paths: readonly string[],
  isThere: (library: string) => boolean = () => false,
): Promise<void> {
  for (const path of paths)
    for (const library of await sharedLibraries(path))
      if (!files.has(library) && !isThere(library)) await addFile(files, library);
}
