import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { createMetrics } from './metrics.ts';
import { AppError } from './app-error.ts';
import { bearsSecret } from './secret-header.ts';

/** /health/live: the process answers. /health/ready: it can do its work. /metrics: Prometheus, for loopback or the token. */
export function serveHealth(server: FastifyInstance, ctx: Context): void {
  const metrics = createMetrics(server, ctx);

  server.get('/health/live', { config: { rateLimit: false } }, async () => ({ status: 'ok' }));

  server.get('/health/ready', { config: { rateLimit: false } }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(ctx.db);
      return { status: 'ok' };
    } catch (err) {
      ctx.log.warn({ err }, 'not ready');
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });

  server.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!isDirectLoopback(request) && !bearsSecret(request, ctx.config.secrets.metricsToken)) {
      throw new AppError('forbidden');
    }
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

/** A proxy on this machine comes from loopback as well, but says whom it speaks for. */
function isDirectLoopback(request: FastifyRequest): boolean {
  const forwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return !forwarded && /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
}
