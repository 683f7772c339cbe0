import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { parseForms } from './forms.ts';
import { isInside, isOwnPost } from './visitors.ts';

const assets = new URL('../../../assets/', import.meta.url);
const types: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

/**
 * What the pages of every sandbox have in common: visitors from inside alone, forms, which only they themselves may send, and
 * their files.
 * @param folder of the assets of this one
 */
export async function prepareSandboxPages(
  pages: FastifyInstance,
  { publicUrl, folder, files }: { publicUrl: string; folder: string; files: readonly string[] },
): Promise<void> {
  parseForms(pages);
  pages.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      // Without it browsers do not say where a form comes from.
      'referrer-policy': 'same-origin',
    });
    const isAllowed = isInside(request, publicUrl) && (request.method !== 'POST' || isOwnPost(request, publicUrl));
    if (!isAllowed) throw new AppError('forbidden');
  });
  for (const file of ['sandbox-pages/base.css', ...files.map((file) => `${folder}/${file}`)]) {
    const [, name = '', type = ''] = /([^/]+\.(\w+))$/.exec(file) ?? [];
    const content = await readFile(new URL(file, assets));
    pages.get(`/${name}`, async (_request, reply) =>
      reply
        .type(types[type] ?? '')
        .header('cache-control', 'public, max-age=300')
        .send(content),
    );
  }
}

export function sendPage(reply: FastifyReply, markup: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(markup);
}
