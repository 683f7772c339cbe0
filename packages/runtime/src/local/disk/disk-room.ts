import { execFile } from 'node:child_process';
import { readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { diskSpace, fullBytes } from '@realmkeep/safe-fs';
import { RuntimeError } from '../../runtime.ts';
import { ownerOf } from '../process/realm-processes.ts';
import type { RealmRun } from '../process/realm-run.ts';
import { readerArguments } from '../user/user-arguments.ts';

const countWithinMs = 20_000;

/** A disk is full when it has no room for bytes, or for files, however small. */
export type RoomKind = 'bytes' | 'files';

/** As how many bytes a file counts where files are counted: ext4 has an inode for so many. */
const inodeBytes = 16 * 1024;

/**
 * The total and free space for users on the realms' disk, in bytes; for files Infinity if the file system creates inodes
 * on demand.
 */
export async function diskRoom(dir: string, kind: RoomKind): Promise<{ free: number; total: number }> {
  const { free, total, freeFiles, totalFiles } = await diskSpace(dir);
  return kind === 'bytes' ? { free, total } : { free: freeFiles * inodeBytes, total: totalFiles * inodeBytes };
}

/**
 * Refuses to end a process that reports unsaved data while the disk really is full: by its report alone a realm could run for ever.
 * @throws RuntimeError unsaved
 */
export async function assertSaved({ state, silentSince, record }: RealmRun, dir: string): Promise<void> {
  const isUnsaved = state !== null && state.unsavedSince !== null && silentSince === null;
  const rooms = await Promise.all([diskRoom(dir, 'bytes'), diskRoom(dir, 'files')]);
  if (isUnsaved && rooms.some(({ free }) => free < fullBytes)) {
    throw new RuntimeError('unsaved', `process ${record.pid} ends when it could save`);
  }
}

/**
 * The blocks of the folder, or its files, counted by du: as the realm's own user, since the folder may contain anything by then, but regardless of
 * modes. Null if it could not be counted completely: processes of the same user may have ended it, or closed a folder to it.
 * @param uid null if realms have no users of their own
 */
export async function folderUsage(folder: string, uid: number | null, kind: RoomKind): Promise<number | null> {
  const count = ['du', '-sx', kind === 'bytes' ? '-k' : '--inodes', '--', folder];
  const unit = kind === 'bytes' ? 1024 : inodeBytes;
  const [program = '', ...args] = uid === null ? count : ['setpriv', ...readerArguments(uid), ...count];
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const options = {
    cwd: '/',
    timeout: countWithinMs,
    killSignal: 'SIGKILL',
    // Processes of the same user can read it.
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  } as const;
  execFile(program, args, options, (_, text, stderr) => {
    const isWhole = /^\d/.test(text) && !stderr.includes('Permission denied');
    resolve(isWhole ? Number.parseInt(text, 10) * unit : null);
  });
  return promise;
}

/**
 * What files take that are deleted, and that processes of the realm still have open.
 * @param uid the realm's own user; null where it has none: then its processes are those within the same walls as the first, if it has walls
 */
export async function deletedUsage(uid: number | null, first: number, kind: RoomKind): Promise<number> {
  const walls = wallsOf(first);
  if (uid === null && (walls === null || walls === wallsOf('self'))) return 0;
  const files = new Map<string, number>();
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    if (uid === null ? wallsOf(pid) !== walls : ownerOf(Number(pid)) !== uid) continue;
    // Each may have thousands of files open, and there may be hundreds.
    await setImmediate();
    for (const fd of names(`/proc/${pid}/fd`)) {
      const file = stat(`/proc/${pid}/fd/${fd}`);
      if (file?.isFile() && file.nlink === 0)
        files.set(`${file.dev}:${file.ino}`, kind === 'bytes' ? file.blocks * 512 : inodeBytes);
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The namespace of the process's ids; null when it is gone by now, or another user's. */
function wallsOf(pid: number | string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null;
  }
}

/** Null when it is gone by now. */
function stat(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
