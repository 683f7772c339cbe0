import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Child, NotCopied, waitForChild } from './bounded-child.ts';
import { type PackedFile, readPacked, TooMuch, writePacked } from './packed.ts';

/** Whose rights tar(1) has: what lies in the folders of others is hostile, and may turn into links meanwhile. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Bytes are those on the disk: a hole in a file is none. */
export interface Bound {
  bytes: number;
  ms: number;
}

const notTold = ['no-file-changed', 'no-file-removed'];

/**
 * Packs a folder's files as they are while they are read.
 * @param args of tar: what to include
 * @param owner null: this user
 */
export async function packFolder(
  folder: string,
  args: readonly string[],
  path: string,
  owner: Owner | null,
): Promise<PackedFile> {
  const tar = startTar(owner, [...warnings(notTold), '-C', folder, '-cf', '-', ...args]);
  tar.stdin.end();
  tar.stderr.pipe(process.stderr, { end: false });
  const ended = once(tar, 'close');
  const file = await writePacked(path, tar.stdout);
  const [code] = (await ended) as [number | null];
  // 1: something has changed while it was read.
  if (code !== 0 && code !== 1) throw new Error(`${folder} could not be read`);
  return file;
}

/**
 * The same for a hostile folder: files that its owner cannot read are left out and named, and the size is bounded.
 * @param args of tar, folders included
 * @param given an open folder that tar finds at `givenFolder`
 * @throws NotCopied; other failures are not the owner's fault
 */
export async function packHostile(
  args: readonly string[],
  path: string,
  { owner, bound, given }: { owner: Owner; bound: Bound; given: number | null },
): Promise<{ file: PackedFile; leftOut: string[] }> {
  const quiet = warnings([...notTold, 'no-file-ignored', 'no-file-shrank']);
  const tar = startTar(owner, ['--sparse', '--ignore-failed-read', ...quiet, '-cf', '-', ...args], given);
  tar.stdin.end();
  try {
    const written = writePacked(path, tar.stdout, bound.bytes);
    const { result: file, code, said } = await waitForChild(tar, bound.ms, written);
    // 1: something has changed while it was read.
    if (code !== 0 && code !== 1) throw new NotCopied(said.join('; ') || `tar ended with ${code}`);
    return { file, leftOut: said };
  } catch (error) {
    await rm(path, { force: true });
    throw error instanceof TooMuch ? new NotCopied(error.message) : error;
  }
}

/** Where tar finds a folder that it is given open: by its name there might be a link meanwhile. */
export const givenFolder = '/proc/self/fd/3';

/** The other way. Without an owner files become whose they were. Modes become what they were. */
export async function unpackFolder(path: string, folder: string, owner: Owner | null): Promise<void> {
  const tar = startTar(owner, [
    '-C',
    folder,
    ...(owner ? ['--no-same-owner'] : []),
    '--preserve-permissions',
    '-xf',
    '-',
  ]);
  // It may end before the end of its input, as an archive marks its own end.
  const unpacked = pipeline(readPacked(path), tar.stdin).then(
    () => null,
    (error: unknown) => error,
  );
  const { result: error, code, said } = await waitForChild(tar, null, unpacked);
  if (code !== 0) throw new Error(`${path} could not be unpacked: ${said.join('; ')}`, { cause: error });
}

function warnings(words: readonly string[]): string[] {
  return words.map((word) => `--warning=${word}`);
}

function startTar(owner: Owner | null, args: string[], given: number | null = null) {
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
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe', given ?? 'ignore'],
  }) as Child;
}
