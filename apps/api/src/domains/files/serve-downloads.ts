import { addAbortSignal, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileEntry, FilesError, isSameFile, type RealmFiles } from '@realmkeep/runtime';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { withoutHead } from '../../http/register-routes.ts';
import { maySee } from '../realms/realm-policy.ts';
import { type ByteRange, byteRange } from './byte-range.ts';
import { takeLink } from './file-link-queries.ts';
import { filesOf } from './files-of.ts';
import { hashToken } from '../identity/sessions/tokens.ts';

/** Fetched at once. Nothing is kept open meanwhile, so that whoever reads slowly holds up no file agent. */
const pieceBytes = 512 * 1024;

/** GET /api/realm/download/{ticket}: the one file that the ticket is for, or a range of it, as a download. */
export function serveDownloads(server: FastifyInstance, ctx: Context): void {
  server.get<{ Params: { ticket: string } }>('/api/realm/download/:ticket', withoutHead, async (request, reply) => {
    const link = await takeLink(ctx.db, hashToken(request.params.ticket));
    if (!link) throw new AppError('not_found');
    const { user_id: userId, realm_id: realmId, path } = link;
    const access = followAccess(ctx, userId, realmId);
    // It checks the access once more: an end from now on is heard of.
    const { entry, range, content } = await filesOf(ctx, userId, realmId, async (files) => {
      const entry = await files.stat(path);
      const range = byteRange(request.headers.range, entry.bytes);
      return { entry, range, content: await contentOf(files, path, entry, range) };
    }).catch((error: unknown) => {
      access.unfollow();
      throw error;
    });
    content.once('close', access.unfollow);
    if (access.ended.aborted) {
      content.destroy();
      throw new AppError('realm_unknown');
    }
    addAbortSignal(access.ended, content);
    return reply
      .code(range ? 206 : 200)
      .headers({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeName(entry.name)}`,
        'content-length': range ? range.length : entry.bytes,
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        ...(range ? { 'content-range': `bytes ${range.start}-${range.start + range.length - 1}/${entry.bytes}` } : {}),
      })
      .send(content);
  });
}

/** Somebody who is no longer a partner gets no more of it. */
function followAccess(
  { directory }: Context,
  userId: string,
  realmId: string,
): { ended: AbortSignal; unfollow: () => void } {
  const access = new AbortController();
  const unlisten = directory.onChange(({ id, of, row }) => {
    if (id !== realmId || of !== 'row') return;
    if (row === null || !maySee(userId, row)) access.abort();
  });
  const unlistenReload = directory.onReload(() => void directory.refresh(realmId));
  return {
    ended: access.signal,
    unfollow() {
      unlisten();
      unlistenReload();
    },
  };
}

/** @throws AppError file_changed; FilesError */
async function contentOf(
  files: RealmFiles,
  path: string,
  entry: FileEntry,
  range: ByteRange | null,
): Promise<Readable> {
  if (entry.kind !== 'file') throw new FilesError('not_a_file');
  let at = range?.start ?? 0;
  const end = at + (range?.length ?? entry.bytes);
  const next = async (): Promise<Buffer | null> => {
    if (at >= end) return null;
    const length = Math.min(pieceBytes, end - at);
    const piece = await files.read(path, { start: at, length });
    const bytes = await buffer(piece.content);
    at += bytes.length;
    // Another file has its name now, or it was cut off; what only grows, as a log does, is sent as far as it was announced.
    if (!isSameFile(piece.entry, entry) || bytes.length !== length) throw new AppError('file_changed');
    return bytes;
  };
  const first = await next();
  return Readable.from(
    (async function* pieces(): AsyncGenerator<Buffer> {
      for (let piece = first; piece !== null; piece = await next()) yield piece;
    })(),
    { objectMode: false, highWaterMark: pieceBytes },
  );
}

/** RFC 8187: everything but its attr-char is encoded. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
