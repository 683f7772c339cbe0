import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The first folder on the way to `path`, from the top, that `user` cannot enter, or null. Needs root. */
export async function closedFolder(path: string, user: { uid: number; gid: number }): Promise<string | null> {
  const folders = [path];
  for (let folder = path; folder !== '/'; folder = dirname(folder)) folders.unshift(dirname(folder));
  for (const folder of folders) {
    const open = await run('test', ['-x', folder], { cwd: '/', ...user }).then(
      () => true,
      () => false,
    );
    if (!open) return folder;
  }
  return null;
}
