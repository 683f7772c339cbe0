import { buffer } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { RealmLog } from '@realmkeep/contract';
import { type FileEntry, FilesError, type RealmFiles } from '@realmkeep/runtime';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { filesOf } from '../files-of.ts';
import { startProblem } from './start-problem.ts';

/** Where servers write them: the second is also listed as `crash-reports`. */
const folders = ['logs', 'logs/crash-reports'];
const logPath = /^logs\/(?:crash-reports\/)?[^/]{1,255}\.(?:log(?:\.\d{1,3})?|log\.gz|txt)$/;
const consolePath = 'logs/console.log';
const maxListed = 100;
const tailBytes = 512 * 1024;
const maxPackedBytes = 16 * 1024 * 1024;
const startBytes = 256 * 1024;
/** Logs that one account reads in a minute: unpacking one takes a while. */
const readsMax = 120;

/** @throws AppError realm_unknown */
export const realmLogs: Handler<'realmLogs'> = async (ctx, { actor, params }) => {
  const logs = await ifThere([], () =>
    filesOf(ctx, actor.userId, params.id, async (files) =>
      (await Promise.all(folders.map((folder) => logsIn(files, folder)))).flat(),
    ),
  );
  logs.sort((one, other) => other.changed.localeCompare(one.changed) || one.path.localeCompare(other.path));
  return { logs: logs.slice(0, maxListed), older: Math.max(0, logs.length - maxListed) };
};

async function logsIn(files: RealmFiles, folder: string): Promise<RealmLog[]> {
  const entries = await files.list(folder).catch((error: unknown) => {
    if (error instanceof FilesError && (error.code === 'not_found' || error.code === 'not_a_folder')) return [];
    throw error;
  });
  return entries.flatMap((entry) => logOf(folder, entry) ?? []);
}

function logOf(folder: string, { name, kind, bytes, changedAt }: FileEntry): RealmLog | null {
  const path = `${folder}/${name}`;
  if (kind !== 'file' || !logPath.test(path)) return null;
  const of = path.startsWith(consolePath) ? 'CONSOLE' : folder === 'logs' ? 'LOG' : 'CRASH';
  return { path, kind: of, bytes, changed: new Date(changedAt).toISOString() };
}

/** @throws AppError realm_unknown, rate_limited, file_unknown, log_too_large, file_archive_unreadable, and what the files refuse */
export const realmLogText: Handler<'realmLogText'> = async (ctx, { actor, params, query: { path } }) => {
  if (!logPath.test(path)) throw new AppError('file_unknown');
  await consumeRateLimit(ctx.db, { key: `logs:${actor.userId}`, max: readsMax, seconds: 60 });
  return filesOf(ctx, actor.userId, params.id, (files) =>
    path.endsWith('.gz') ? packed(files, path) : plain(files, path),
  );
};

async function plain(files: RealmFiles, path: string): Promise<{ text: string; cut: boolean }> {
  const { bytes } = await files.stat(path);
  const start = Math.max(0, bytes - tailBytes);
  const { content } = await files.read(path, { start, length: tailBytes });
  return textOf(await buffer(content), start > 0);
}

async function packed(files: RealmFiles, path: string): Promise<{ text: string; cut: boolean }> {
  const { entry, content } = await files.read(path, { start: 0, length: maxPackedBytes });
  if (entry.bytes > maxPackedBytes) {
    content.destroy();
    throw new AppError('log_too_large');
  }
  const { tail, cut } = await unpackedTail(content, tailBytes);
  return textOf(tail, cut);
}

/** Without colours; a truncated log starts at its first whole line. */
function textOf(bytes: Buffer, cut: boolean): { text: string; cut: boolean } {
  const whole = cut ? bytes.subarray(bytes.indexOf('\n') + 1) : bytes;
  return { text: stripVTControlCharacters(whole.toString('utf8')), cut };
}

/** @throws AppError realm_unknown */
export const realmStartProblem: Handler<'realmStartProblem'> = async (ctx, { actor, params }) => {
  const printed = await ifThere('', () =>
    filesOf(ctx, actor.userId, params.id, async (files) => {
      const { bytes } = await files.stat(consolePath);
      const start = Math.max(0, bytes - startBytes);
      const { content } = await files.read(consolePath, { start, length: startBytes });
      return (await buffer(content)).toString('utf8');
    }),
  );
  const lines = printed.split('\n');
  const begin = lines.findLastIndex((line) => / Starting the realm with the map /.test(line));
  return { problem: startProblem(lines.slice(Math.max(0, begin))) };
};

/** Before a realm's first start there are none. */
async function ifThere<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && (error.code === 'file_none' || error.code === 'file_unknown')) return otherwise;
    throw error;
  }
}

/** A small file can unpack to an enormous one. */
const maxUnpacked = 64 * 1024 * 1024;

/**
 * The end of a gzip file's content.
 * @param most bytes of it
 * @throws AppError log_too_large, file_archive_unreadable
 */
async function unpackedTail(content: Readable, most: number): Promise<{ tail: Buffer; cut: boolean }> {
  let kept: Buffer[] = [];
  let [held, total] = [0, 0];
  async function keep(pieces: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of pieces) {
      kept.push(piece);
      held += piece.length;
      total += piece.length;
      if (total > maxUnpacked) throw new AppError('log_too_large');
      if (held > 2 * most) {
        kept = [Buffer.concat(kept).subarray(-most)];
        held = most;
      }
    }
  }
  try {
    await pipeline(content, createGunzip(), keep);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new AppError('file_archive_unreadable');
    }
    throw error;
  }
  return { tail: Buffer.concat(kept).subarray(-most), cut: total > most };
}
