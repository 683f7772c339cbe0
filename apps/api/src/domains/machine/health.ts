import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { isDiskFull } from '../../limits/disk-space.ts';
import { createMetrics } from './metrics.ts';
import { mergeFigures, WorkerFigures } from './worker-figures.ts';
import { AppError } from '../../http/app-error.ts';
import { failureLevel } from '../../http/errors.ts';
import { bearsSecret } from '../../http/secret-header.ts';

/** /health/live: the process answers. /health/ready: it can do its work. Both say which one it is. /metrics: Prometheus, with the token, of all of them. */
export function serveHealth(server: FastifyInstance, ctx: Context): void {
  const { own, installation } = createMetrics(server, ctx);
  const figures = new WorkerFigures(server, ctx, own);
  const { worker } = ctx.config;

  server.get('/health/live', { config: { callsPerMinute: null } }, async () => ({ status: 'ok', worker }));

  server.get('/health/ready', { config: { callsPerMinute: null } }, async (_request, reply) => {
    if (ctx.leaving.signal.aborted) return reply.code(503).send({ status: 'this process is leaving', worker });
    try {
      await sql`select 1`.execute(ctx.db);
    } catch (error) {
      ctx.log[failureLevel(error)]({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'the database does not answer', worker });
    }
    if (!(await isDiskFull(ctx))) return { status: 'ok', worker };
    ctx.log.error('not ready: the disk of the data folder is full');
    return reply.code(503).send({ status: 'the disk is full', worker });
  });

  server.get('/metrics', { config: { callsPerMinute: null } }, async (request, reply) => {
    if (!bearsSecret(request, ctx.config.secrets.metricsToken)) throw new AppError('forbidden');
    const texts = await Promise.all([installation.metrics(), figures.all()]);
    return reply.type(own.contentType).send(mergeFigures(texts.flat()));
  });
}
