import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isPage, mayBeIndexed } from '@realmkeep/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { sendError } from './errors.ts';

const mapPictures = new URL('../../assets/maps/', import.meta.url);
const yearSeconds = 365 * 24 * 3600;

/** The web application: its files, and its one page for every path of a page. Also the pictures of the maps. */
export async function servePages(server: FastifyInstance, webDir: string): Promise<void> {
  const html = await readFile(join(webDir, 'index.html'));

  await server.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, path) {
      // Built files carry a hash in their names.
      const forEver = path.includes('/assets/');
      reply.header('cache-control', forEver ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=300');
    },
  });

  server.get<{ Params: { map: string } }>('/api/realm/maps/:map/image', async (request, reply) => {
    const { map } = request.params;
    if (!/^[a-z]+$/.test(map)) throw new AppError('realm_map_unknown');
    const picture = await readFile(new URL(`${map}.png`, mapPictures)).catch(() => null);
    if (!picture) throw new AppError('realm_map_unknown');
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(picture);
  });

  server.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    const wantsPage = isPage(path) || (request.headers.accept ?? '').includes('text/html');
    if (request.method !== 'GET' || !wantsPage || /^\/(api|internal|health|metrics)(\/|$)/.test(path)) {
      return sendError(reply, new AppError('not_found'));
    }
    if (!mayBeIndexed(path)) reply.header('x-robots-tag', 'noindex, nofollow');
    return reply
      .code(isPage(path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(html);
  });
}
