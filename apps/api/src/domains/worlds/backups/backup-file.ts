import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { withoutHead } from '../../../http/register-routes.ts';
import { backupKey } from '../../../integrations/blobs/backup-stores.ts';
import { worldOf } from '../../realms/realm-world.ts';
import { findBackup } from './backup-queries.ts';
import { answerDownloadProblem } from './download-problem.ts';
import { isLinkGood } from './realm-backups.ts';

const Params = z.object({ id: z.uuid().toLowerCase(), backupId: z.uuid().toLowerCase() });
const Query = z.object({ expires: z.coerce.number().int().positive(), mark: z.string().max(64) });

/** Serves a backup's file as a download to anybody with a link (`realmBackupLink`). */
export function serveBackupFiles(server: FastifyInstance, ctx: Context): void {
  server.get('/api/realm/backups/:id/:backupId/file', withoutHead, async (request, reply) => {
    const { id, backupId } = Params.parse(request.params);
    const { expires, mark } = Query.parse(request.query);
    try {
      if (!isLinkGood(ctx, id, backupId, expires, mark)) throw new AppError('forbidden');
      const realm = await worldOf(ctx.db, id);
      const backup = realm && (await findBackup(ctx.db, id, backupId));
      if (!backup || backup.state !== 'READY') throw new AppError('backup_unknown');
      const name = `${realm.address}-${backup.created_at.toISOString().slice(0, 16).replace(':', '')}.tar.zst`;
      const store = ctx.backupStores.at(backup.place);
      const key = backupKey(backup.id, backup.stored_attempt);
      const link = await store.link(key, name);
      reply.header('cache-control', 'no-store');
      if (link !== null) return await reply.redirect(link, 302);
      const bytes = backup.bytes ?? 0;
      const from = firstByte(request.headers.range, bytes);
      const pieces = await store.get(key, from);
      if (from > 0) reply.code(206).header('content-range', `bytes ${from}-${bytes - 1}/${bytes}`);
      reply
        .type('application/zstd')
        .header('accept-ranges', 'bytes')
        .header('content-length', bytes - from)
        .header('content-disposition', `attachment; filename="${name}"`);
      return await reply.send(pieces);
    } catch (error) {
      return answerDownloadProblem(request, reply, { realmId: id, error });
    }
  });
}

/** Where an interrupted download continues (RFC 9110, 14.2); any other range is answered with the whole file. */
function firstByte(range: string | undefined, bytes: number): number {
  const from = Number(/^bytes=(\d{1,15})-$/.exec(range ?? '')?.[1] ?? 0);
  return from < bytes ? from : 0;
}
