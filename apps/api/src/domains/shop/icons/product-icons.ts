import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { productIconHash, productIconPath, productIconRules } from '@realmkeep/contract';
import type { Handler } from '../../../http/register-routes.ts';
import { FairTurns } from '../../../limits/fair-turns.ts';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { storeIcon, findIcon } from './icon-queries.ts';
import { iconExitCodes } from './icon-exit-codes.ts';

/** Of this process. */
const turns = new FairTurns({ atOnce: 1, each: 1, waiting: 5, waitMs: 20_000 });

/**
 * Keeps a picture for products, as it will be shown. The same one again has the same name.
 * @throws AppError product_icon_unreadable, product_icon_pixels, unavailable
 */
export const productIconUpload: Handler<'productIconUpload'> = async ({ db }, { actor, bytes }) => {
  const encoded = await turns.run(actor.userId, () => drawIcon(bytes));
  const icon = createHash('sha256').update(encoded).digest('hex');
  await storeIcon(db, icon, encoded);
  return { icon };
};

/** The pictures of products that operators uploaded. The content under a hash never changes. */
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

const encoder = fileURLToPath(new URL('encode-icon.ts', import.meta.url));
const maxEncodedBytes = 256 * 1024;
const withinMs = 10_000;

/**
 * It goes first when memory runs out, leaves no core, writes no byte to a file, and has 10 s of a processor and 2 GiB of addresses, most
 * of which Node wants before it does anything.
 */
const confined = `echo 1000 2>/dev/null >/proc/self/oom_score_adj
ulimit -c 0 && ulimit -f 0 && ulimit -t 10 && ulimit -v 2097152 || exit 74
exec "$@"`;

/** The formats by their first bytes: nothing else reaches a decoder. */
const heads = [
  (file: Buffer) => file.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (file: Buffer) => file.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (file: Buffer) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
];

/**
 * Redraws an uploaded picture as a still, square WebP of `productIconRules.side` pixels.
 * @throws AppError product_icon_unreadable, product_icon_pixels
 */
function drawIcon(file: Buffer): Promise<Buffer> {
  if (!heads.some((isSo) => isSo(file))) return Promise.reject(new AppError('product_icon_unreadable'));
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { maxPixels, side } = productIconRules;
  const child = execFile(
    '/bin/sh',
    ['-c', confined, 'icon', process.execPath, encoder, String(maxPixels), String(side)],
    {
      cwd: '/',
      env: {},
      encoding: 'buffer',
      maxBuffer: maxEncodedBytes,
      timeout: withinMs,
      killSignal: 'SIGKILL',
    },
    (error, encoded, said) => {
      if (!error) return resolve(encoded);
      if (error.code === iconExitCodes.unreadable) return reject(new AppError('product_icon_unreadable'));
      if (error.code === iconExitCodes.tooManyPixels) {
        return reject(new AppError('product_icon_pixels', { limit: maxPixels }));
      }
      // The decoder died: whether that is the picture's fault or ours, this tells whoever reads the log.
      return reject(
        new Error(`The process that encodes icons has ended: ${said.toString().slice(0, 2000)}`, { cause: error }),
      );
    },
  );
  // It may end before it has read all.
  child.stdin?.on('error', () => undefined).end(file);
  return promise;
}
