import { readdir, readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import { isPage, mapImageWidths, mayBeIndexed, notFoundPage, languages, sitemapPages } from '@realmkeep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendError } from '../errors.ts';
import { sendEncoded } from './encoded-text.ts';
import { type BuiltPages, escapeHtml } from './built-pages.ts';
import { languageOf, linkedLanguage } from './visitor-language.ts';

const mapPictures = new URL('../../../assets/maps/', import.meta.url);
const yearSeconds = 365 * 24 * 3600;

/** The web application: its files, its pages in the visitor's language, and the pictures of the maps. */
export async function servePages(
  server: FastifyInstance,
  webDir: string,
  publicUrl: string,
  built: BuiltPages,
): Promise<void> {
  await server.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: false,
    // Leaves out the pages' templates and the compressed copies of files: each file costs two routes, registered at every start.
    globIgnore: ['index.html*', 'pages.json', '**/*.{br,gz}'],
    preCompressed: true,
    setHeaders(reply, path) {
      // Built files carry a hash in their names.
      const forEver = path.includes('/assets/');
      reply.header('cache-control', forEver ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=300');
    },
  });
  serveCrawlers(server, publicUrl);
  const pictures = new Map<string, Buffer>();
  for (const name of await readdir(mapPictures)) pictures.set(name, await readFile(new URL(name, mapPictures)));

  server.get<{ Params: { map: string }; Querystring: { width?: string } }>(
    '/api/realm/maps/:map/image',
    async (request, reply) => {
      const { map } = request.params;
      const width = mapImageWidths.find((each) => String(each) === request.query.width) ?? mapImageWidths[0];
      const picture = pictures.get(`${map}-${width}.webp`);
      if (picture === undefined) throw new AppError('realm_map_unknown');
      return reply.type('image/webp').header('cache-control', 'public, max-age=86400').send(picture);
    },
  );

  server.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    const wantsPage = isPage(path) || (request.headers.accept ?? '').includes('text/html');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || !wantsPage || /^\/(api|internal|health|metrics)(\/|$)/.test(path)) {
      return sendError(reply, new AppError('not_found'));
    }
    return sendPage(request, reply, path, built);
  });
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string, built: BuiltPages) {
  const known = isPage(path);
  const language = languageOf(request);
  const linked = linkedLanguage(request) !== undefined;
  const text = await built.find(known ? path : notFoundPage, language, linked);
  if (!mayBeIndexed(path)) reply.header('x-robots-tag', 'noindex, nofollow');
  reply.header('content-language', language);
  return sendEncoded(request, reply, text, {
    type: 'text/html; charset=utf-8',
    vary: linked ? [] : ['accept-language', 'cookie'],
    status: known ? 200 : 404,
  });
}

/** For search engines: where the pages are, in which languages, and what is not a page. */
function serveCrawlers(server: FastifyInstance, publicUrl: string): void {
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const sitemap = sitemapOf(publicUrl);

  server.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots),
  );
  server.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(sitemap),
  );
}

/** Every page in each language, each with links to the other languages. */
function sitemapOf(publicUrl: string): string {
  const urls = sitemapPages.flatMap((path) => {
    const address = escapeHtml(publicUrl + path);
    const inLanguages = languages.map((language) => ({
      language: language as string,
      href: `${address}?lang=${language}`,
    }));
    const versions = [...inLanguages, { language: 'x-default', href: address }];
    const links = versions.map(
      ({ language, href }) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>\n`,
    );
    return versions.map(({ href }) => `  <url>\n    <loc>${href}</loc>\n${links.join('')}  </url>\n`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`;
}
