import type { FastifyInstance } from 'fastify';

/** Reads forms, as OAuth2 and plain pages send them, to an object of texts. */
export function parseForms(server: FastifyInstance): void {
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(body.toString())),
  );
}
