import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The requests of a server that are under way, for whoever waits until none is. */
export class OpenRequests {
  readonly #server: FastifyInstance;
  readonly #open = new Set<ServerResponse>();
  #none: (() => void) | null = null;

  /** @param leaving from when on a connection ends with its answer, so that its next request goes elsewhere */
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

  /** Takes no connections any more. Resolves when no request is under way. */
  async end(): Promise<void> {
    this.#server.server.close();
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#none = resolve));
  }
}
