import { type ActivityAction, type ErrorCode, type Tier, tierLimits } from '@realmkeep/contract';
import { FilesError, type FilesErrorCode, type FilesQuota, type RealmFiles } from '@realmkeep/runtime';
import type { Context } from '../../context.ts';
import { noteActivity } from '../audit/activity.ts';
import { AppError } from '../../http/app-error.ts';
import { allowsPrograms, isProgramPath } from '../../limits/programs.ts';
import { visibleRealm } from '../realms/realm-access.ts';

const codes: Record<FilesErrorCode, ErrorCode> = {
  absent: 'file_none',
  not_found: 'file_unknown',
  not_a_folder: 'file_unknown',
  not_a_file: 'file_unknown',
  exists: 'file_exists',
  name_invalid: 'file_name_invalid',
  reserved: 'file_reserved',
  realm_running: 'file_world_live',
  changed: 'file_changed',
  over_quota: 'file_quota',
  disk_full: 'disk_full',
  busy: 'unavailable',
  silent: 'unavailable',
  archive_unreadable: 'file_archive_unreadable',
  archive_refused: 'file_archive_refused',
};

/**
 * Works on the files of a realm that the user owns or co-owns.
 * @param via the way recorded with changes; null if the caller records them
 * @throws AppError realm_unknown, programs_off, and what the files refuse
 */
export async function filesOf<T>(
  ctx: Context,
  userId: string,
  realmId: string,
  task: (files: RealmFiles, quota: FilesQuota) => Promise<T>,
  via: 'PAGE' | 'SFTP' | null = 'PAGE',
): Promise<T> {
  const { id, ownerTier } = await visibleRealm(ctx, userId, realmId);
  try {
    const allowed = withoutPrograms(ctx, ctx.runtime.files(id));
    const note = (action: ActivityAction, what: string) =>
      noteActivity(ctx, { realmId: id, actor: { userId }, via: via ?? 'PAGE', action, what });
    return await task(via === null ? allowed : written(allowed, note), tierLimits[ownerTier as Tier].files);
  } catch (error) {
    if (!(error instanceof FilesError)) throw error;
    if (error.code === 'disk_full') ctx.log.error({ realmId }, 'the disk of a realm is full');
    if (error.code === 'silent')
      ctx.log.warn({ err: error, realmId }, 'failed to reach the file agent of a realm, which is replaced');
    throw new AppError(codes[error.code]);
  }
}

/** Where programs are off, none can be added, or moved to where it would run. */
function withoutPrograms(ctx: Context, files: RealmFiles): RealmFiles {
  if (allowsPrograms(ctx)) return files;
  return {
    ...files,
    write: async (path, ...more) => {
      assertNone(path);
      return files.write(path, ...more);
    },
    move: async (from, to, replaces) => {
      assertNone(to);
      return files.move(from, to, replaces);
    },
    extract: async (path, into, work) => {
      assertNone(into);
      return files.extract(path, into, work);
    },
  };
}

function assertNone(path: string): void {
  if (isProgramPath(path)) throw new AppError('programs_off');
}

/** Records changes to the files once they are made. */
function written(files: RealmFiles, note: (action: ActivityAction, what: string) => Promise<void>): RealmFiles {
  return {
    ...files,
    write: async (path, ...more) => {
      const entry = await files.write(path, ...more);
      await note('fileWrite', path);
      return entry;
    },
    makeFolder: async (path, quota) => {
      const entry = await files.makeFolder(path, quota);
      await note('folderCreate', path);
      return entry;
    },
    move: async (from, to, replaces) => {
      const entry = await files.move(from, to, replaces);
      await note('fileMove', `${from} → ${to}`);
      return entry;
    },
    remove: async (path) => {
      await files.remove(path);
      await note('fileRemove', path);
    },
    archive: async (folder, names, path, work) => {
      const entry = await files.archive(folder, names, path, work);
      await note('archive', path);
      return entry;
    },
    extract: async (path, into, work) => {
      const entry = await files.extract(path, into, work);
      await note('extract', `${path} → ${into}`);
      return entry;
    },
  };
}
