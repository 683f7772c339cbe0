import { type Endpoint, endpoints, errorCodes, openApiDocument } from '@realmkeep/contract';
import type { FastifyInstance } from 'fastify';
import { encode, sendEncoded } from './encoded-text.ts';

/** /api/openapi.json for programs, and /api/docs, the same for people, without scripts. */
export function serveOpenApi(server: FastifyInstance, publicUrl: string): void {
  const document = once(() => encode(JSON.stringify(openApiDocument(`${publicUrl}/api`))));
  const page = once(() => encode(docsPage()));
  server.get('/api/openapi.json', async (request, reply) =>
    sendEncoded(request, reply, await document(), { type: 'application/json; charset=utf-8' }),
  );
  server.get('/api/docs', async (request, reply) =>
    sendEncoded(request, reply, await page(), { type: 'text/html; charset=utf-8' }),
  );
}

/** Built on first use. */
function once<T>(make: () => T): () => T {
  let made: { it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}

function docsPage(): string {
  const calls = Object.entries<Endpoint>(endpoints).map(([name, { route, summary, errors = [] }]) => {
    const access = route.access === 'public' ? 'anyone' : `a token with ${route.access}`;
    const codes = errors.map((code) => `<code>${code}</code> (${errorCodes[code].status})`).join(', ');
    return `<section id="${name}"><h2><code>${route.method} /api${route.path}</code></h2>
<p>${summary}. For ${access}.${codes ? ` Errors of its own: ${codes}.` : ''} Named <code>${name}</code>.</p></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex, nofollow"><title>Realmkeep API</title>
<h1>Realmkeep API</h1>
<p>Every answer is an envelope <code>{message, data, error, statusCode, timestamp}</code>. Schemas of what is sent and
answered are in <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${calls.join('\n')}</html>`;
}
