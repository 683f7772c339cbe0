import type { FastifyInstance } from 'fastify';
import { productIconHash, productIconPath } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { findIcon } from './icon-queries.ts';

/** The pictures of products that operators have uploaded. What is under a hash never changes. */
export function serveProductIcons(server: FastifyInstance, ctx: Context): void {
  server.get<{ Params: { hash: string } }>(productIconPath(':hash'), async ({ params: { hash } }, reply) => {
    const icon = productIconHash.test(hash) ? await findIcon(ctx.db, hash) : null;
    if (icon === null) throw new AppError('not_found');
    return reply
      .type('image/webp')
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(icon);
  });
}
