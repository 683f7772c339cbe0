import { languages, sitemapPages } from '@realmkeep/contract';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from './built-pages.ts';

/** For search engines: where the pages are, in which languages, and what is none. */
export function serveCrawlers(server: FastifyInstance, publicUrl: string): void {
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const sitemap = sitemapOf(publicUrl);

  server.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots),
  );
  server.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(sitemap),
  );
}

/** Every page in each language, and all of them beside each. */
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
