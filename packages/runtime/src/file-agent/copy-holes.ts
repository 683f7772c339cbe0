import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** What is less costs less than a process. */
const worthIt = 1024 * 1024;

/** Whether so much of a file is not on the disk that a plain copy of it would fill the disk, or take long, with nothing. */
export function hasHoles({ size, blocks }: Pick<Stats, 'size' | 'blocks'>): boolean {
  return size - blocks * 512 >= worthIt;
}

/** Copies such a file, its holes remaining: Node knows no SEEK_HOLE (lseek(2)), cp(1) does. */
export async function copyHoles(file: FileHandle, into: FileHandle, name: string): Promise<void> {
  const [from, folder] = [3, 4];
  const args = ['--sparse=auto', '--reflink=auto', '--', `/proc/self/fd/${from}`, `/proc/self/fd/${folder}/${name}`];
  const cp = spawn('cp', args, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit', file.fd, into.fd] });
  const [code] = (await once(cp, 'close')) as [number | null];
  if (code !== 0) throw new Error('a file with holes could not be copied');
}
