import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { isDiskFull } from '../../limits/disk-space.ts';
import { createMetrics } from './metrics.ts';
import { AppError } from '../../http/app-error.ts';
import { failureLevel } from '../../http/errors.ts';
import { bearsSecret } from '../../http/secret-header.ts';

/** /health/live: the process answers. /health/ready: it can do its work. /metrics: Prometheus, with the token. */
export function serveHealth(server: FastifyInstance, ctx: Context): void {
  const metrics = createMetrics(server, ctx);

  server.get('/health/live', { config: { rateLimit: false } }, async () => ({ status: 'ok' }));

  server.get('/health/ready', { config: { rateLimit: false } }, async (_request, reply) => {
    if (ctx.leaving.signal.aborted) return reply.code(503).send({ status: 'this process is leaving' });
    try {
      await sql`select 1`.execute(ctx.db);
    } catch (error) {
      ctx.log[failureLevel(error)]({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'the database does not answer' });
    }
    if (!(await isDiskFull(ctx))) return { status: 'ok' };
    ctx.log.error('not ready: the disk of the data folder is full');
    return reply.code(503).send({ status: 'the disk is full' });
  });

  server.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!bearsSecret(request, ctx.config.secrets.metricsToken)) throw new AppError('forbidden');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
