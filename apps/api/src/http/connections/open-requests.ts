import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The requests under way, so that a caller can wait until there are none. */
export class OpenRequests {
  readonly #server: FastifyInstance;
  readonly #open = new Set<ServerResponse>();
  #none: (() => void) | null = null;

  /** @param leaving once aborted, each connection ends with its answer, so that the next request goes elsewhere */
  constructor(server: FastifyInstance, leaving: AbortSignal) {
    this.#server = server;
    leaving.addEventListener('abort', () => {
      for (const response of this.#open) response.shouldKeepAlive = false;
    });
    server.server.on('request', (_request, response) => {
      if (leaving.aborted) response.shouldKeepAlive = false;
      this.#open.add(response);
      response.once('close', () => {
        this.#open.delete(response);
        if (this.#open.size === 0) this.#none?.();
      });
    });
  }

  /** Accepts no more connections. Resolves when no request is under way. */
  async end(): Promise<void> {
    this.#server.server.close();
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#none = resolve));
  }
}
