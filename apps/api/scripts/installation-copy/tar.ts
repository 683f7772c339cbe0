import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { type PackedFile, readPacked, writePacked } from './packed.ts';

/** Whose rights tar(1) has: what lies in the folders of others is hostile, and may turn into links meanwhile. */
export interface Owner {
  uid: number;
  gid: number;
}

/**
 * A folder's files as they are while they are read.
 * @param args of tar: what of it
 * @param owner null: whoever runs this
 */
export async function packFolder(
  folder: string,
  args: readonly string[],
  path: string,
  owner: Owner | null,
): Promise<PackedFile> {
  const tar = startTar(owner, [
    '-C',
    folder,
    '--warning=no-file-changed',
    '--warning=no-file-removed',
    '-cf',
    '-',
    ...args,
  ]);
  tar.stdin.end();
  const ended = once(tar, 'close');
  const file = await writePacked(path, tar.stdout);
  const [code] = (await ended) as [number | null];
  // 1: something has changed while it was read.
  if (code !== 0 && code !== 1) throw new Error(`${folder} could not be read`);
  return file;
}

/** The other way. Without an owner files become whose they were. */
export async function unpackFolder(path: string, folder: string, owner: Owner | null): Promise<void> {
  const tar = startTar(owner, ['-C', folder, owner ? '--no-same-owner' : '--preserve-permissions', '-xf', '-']);
  const ended = once(tar, 'close');
  // It may end before it is told that this was all: an archive says so itself.
  const fault = await pipeline(readPacked(path), tar.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${path} could not be unpacked`, { cause: fault });
}

function startTar(owner: Owner | null, args: string[]) {
  const user = owner && [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--',
    'tar',
  ];
  const asOther = user !== null && process.getuid?.() === 0;
  return spawn(asOther ? 'setpriv' : 'tar', asOther ? [...user, ...args] : args, {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}
