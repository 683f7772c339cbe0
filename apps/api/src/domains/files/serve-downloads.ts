import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import { maySee } from '../realms/realm-policy.ts';
import { byteRange } from './byte-range.ts';
import { takeLink } from './file-link-queries.ts';
import { filesOf } from './files-of.ts';
import { hashToken } from '../identity/sessions/tokens.ts';

/** GET /api/realm/download/{ticket}: the one file that the ticket is for, or a range of it, as a download. */
export function serveDownloads(server: FastifyInstance, ctx: Context): void {
  server.get<{ Params: { ticket: string } }>('/api/realm/download/:ticket', async (request, reply) => {
    const link = await takeLink(ctx.db, hashToken(request.params.ticket));
    if (!link) throw new AppError('not_found');
    const { user_id: userId, realm_id: realmId, path } = link;
    const { entry, range, content } = await filesOf(ctx, userId, realmId, async (files) => {
      const { bytes } = await files.stat(path);
      const range = byteRange(request.headers.range, bytes);
      return { range, ...(await files.read(path, range ?? undefined)) };
    });
    // Somebody who is no longer a partner gets no more of it.
    const unlisten = ctx.directory.onChange(({ id, of, row }) => {
      if (id !== realmId || of !== 'row') return;
      if (row === null || !maySee(userId, row)) content.destroy(new Error('access has ended'));
    });
    const unlistenReload = ctx.directory.onReload(() => void ctx.directory.refresh(realmId));
    content.once('close', () => {
      unlisten();
      unlistenReload();
    });
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

/** RFC 8187: everything but its attr-char is encoded. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
