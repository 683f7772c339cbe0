import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { isDiskFull } from '../../limits/disk-space.ts';
import { createMetrics } from './metrics.ts';
import { mergeFigures, WorkerFigures } from './worker-figures.ts';
import { AppError } from '../../http/app-error.ts';
import { failureLevel } from '../../http/errors.ts';
import { bearsSecret } from '../../http/secret-header.ts';

/** For how long it counts what was found, as anybody may ask. */
const readyMs = 1_000;

/** /health/live: the process answers. /health/ready: it can do its work. Both say which one it is. /metrics: Prometheus, with the token, of all of them. */
export function serveHealth(server: FastifyInstance, ctx: Context): void {
  const { own, installation } = createMetrics(server, ctx);
  const figures = new WorkerFigures(server, ctx, own);
  const readiness = new Readiness(ctx);
  const { worker } = ctx.config;

  server.get('/health/live', { config: { rateLimit: false } }, async () => ({ status: 'ok', worker }));

  server.get('/health/ready', { config: { rateLimit: false } }, async (_request, reply) => {
    if (ctx.leaving.signal.aborted) return reply.code(503).send({ status: 'this process is leaving', worker });
    const obstacle = await readiness.obstacle();
    return reply.code(obstacle === null ? 200 : 503).send({ status: obstacle ?? 'ok', worker });
  });

  server.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!bearsSecret(request, ctx.config.secrets.metricsToken)) throw new AppError('forbidden');
    const texts = await Promise.all([installation.metrics(), figures.all()]);
    return reply.type(own.contentType).send(mergeFigures(texts.flat()));
  });
}

/** Whether the process can do its work: looked for once in a while, and by one for all who ask at that moment. */
class Readiness {
  readonly #ctx: Context;
  #found: { obstacle: string | null; until: number } | null = null;
  #looking: Promise<string | null> | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** What keeps it from that; null: nothing. */
  async obstacle(): Promise<string | null> {
    if (this.#found && performance.now() < this.#found.until) return this.#found.obstacle;
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    const obstacle = await this.#looking;
    this.#found = { obstacle, until: performance.now() + readyMs };
    return obstacle;
  }

  async #look(): Promise<string | null> {
    const { db, log } = this.#ctx;
    try {
      await sql`select 1`.execute(db);
    } catch (error) {
      log[failureLevel(error)]({ err: error }, 'not ready');
      return 'the database does not answer';
    }
    if (!(await isDiskFull(this.#ctx))) return null;
    log.error('not ready: the disk of the data folder is full');
    return 'the disk is full';
  }
}
