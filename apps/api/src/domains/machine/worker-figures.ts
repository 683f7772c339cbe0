import { createServer, get } from 'node:http';
import { chmod, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { shortPath } from '@realmkeep/sockets';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { failureLevel } from '../../http/errors.ts';

/** A process that hangs, or is restarting, is left out. */
const answerMs = 2_000;

/**
 * Exchanges figures with the other processes on the same sockets: a reader of `/metrics` may reach any of them.
 * @param own figures that only this process has
 */
export class WorkerFigures {
  readonly #ctx: Context;
  readonly #own: Registry;

  constructor(server: FastifyInstance, ctx: Context, own: Registry) {
    this.#ctx = ctx;
    this.#own = own;
    if (ctx.config.workers > 1) this.#tellOthers(server);
  }

  /** Those of all processes that answer, in Prometheus's text format. */
  async all(): Promise<string[]> {
    const { worker, workers } = this.#ctx.config;
    const others = Array.from({ length: workers }, (_, index) => index + 1).filter((each) => each !== worker);
    const told = others.map((each) =>
      this.#ask(each).catch((error: unknown) => {
        this.#ctx.log[failureLevel(error)]({ err: error, worker: each }, 'failed to read the figures of another api');
        return '';
      }),
    );
    return Promise.all([this.#own.metrics(), ...told]);
  }

  async #ask(worker: number): Promise<string> {
    using path = shortPath(this.#socket(worker));
    const request = get({ socketPath: path.path, signal: AbortSignal.timeout(answerMs) });
    // It may break off in the middle of the answer too.
    request.on('error', () => undefined);
    const [answer] = (await once(request, 'response')) as [NodeJS.ReadableStream];
    return text(answer);
  }

  /** In the folder that the supervisor keeps for the gateway, which cannot connect to this one. */
  #socket(worker: number): string {
    return join(this.#ctx.config.dataDir, 'internal', `figures-${worker}.sock`);
  }

  #tellOthers(server: FastifyInstance): void {
    const figures = createServer((_request, response) => {
      this.#own.metrics().then(
        (figuresText) => response.end(figuresText),
        () => response.destroy(),
      );
    });
    server.addHook('onReady', async () => {
      const path = this.#socket(this.#ctx.config.worker);
      await rm(path, { force: true });
      using short = shortPath(path);
      await once(figures.listen(short.path), 'listening');
      await chmod(path, 0o600);
    });
    server.addHook('onClose', async () => {
      figures.close();
      figures.closeAllConnections();
    });
  }
}

/** Merges several texts: all lines of a metric must be together, after its type and help. */
export function mergeFigures(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const block of texts.flatMap((each) => each.split(/^(?=# HELP )/m))) {
    const lines = block.split('\n').filter((line) => line !== '');
    const about = lines.filter((line) => line.startsWith('#')).join('\n');
    metrics.set(about, [...(metrics.get(about) ?? []), ...lines.filter((line) => !line.startsWith('#'))]);
  }
  return [...metrics].map(([about, values]) => `${[about, ...values].join('\n')}\n`).join('\n');
}
