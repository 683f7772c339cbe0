import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Product, productFor } from '../product.ts';
import { isOwnPost } from './visitors.ts';

const assets = new URL('../../assets/', import.meta.url);
const types: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

/** A refusal, with the status that says why. */
export class PageFault extends Error {
  override readonly name = 'PageFault';
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** What a browser may do with the pages in this scope; their forms only they themselves may send. */
export function protectPages(pages: FastifyInstance, product: Product): void {
  pages.setErrorHandler((error) => {
    throw error instanceof z.ZodError ? new PageFault(400, 'The form is not valid') : error;
  });
  pages.addHook('onRequest', async (request, reply) => {
    const origin = productFor(request, product);
    reply.headers({
      'content-security-policy':
        `default-src 'self';script-src 'self';style-src 'self';img-src 'self' ${origin};object-src 'none';base-uri 'none';` +
        // A form leads back to the product.
        `form-action 'self' ${origin};frame-ancestors 'none';require-trusted-types-for 'script'`,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      // Without it browsers do not send a form's origin.
      'referrer-policy': 'same-origin',
    });
    if (request.method === 'POST' && !isOwnPost(request)) throw new PageFault(403, 'Another site has sent this form');
  });
}

/** The files of pages: those of all, and these below assets/. */
export async function serveFiles(pages: FastifyInstance, files: readonly string[]): Promise<void> {
  for (const file of ['pages/base.css', ...files]) {
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
