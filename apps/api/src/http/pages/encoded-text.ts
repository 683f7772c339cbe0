import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** A text that is built once and sent often, in each encoding. */
export type Encoded = Record<Encoding, { body: Buffer; etag: string }>;

export async function encode(text: string): Promise<Encoded> {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 20);
  const as = (encoding: Encoding, body: Buffer) => ({ body, etag: `"${hash}-${encoding}"` });
  const br = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  return {
    br: as('br', await promisify(brotliCompress)(plain, br)),
    gzip: as('gzip', await promisify(gzip)(plain, { level: 9 })),
    identity: as('identity', plain),
  };
}

/**
 * Sends it in the best accepted encoding, or 304 if the visitor has it already.
 * @param type its Content-Type
 * @param vary what it depends on besides `Accept-Encoding`
 */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Encoded,
  { type, vary = [], status = 200 }: { type: string; vary?: string[]; status?: number },
): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const { body, etag } = text[encoding];
  reply.headers({ 'cache-control': 'no-cache', vary: ['accept-encoding', ...vary].join(', '), etag });
  const had = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (status === 200 && had.includes(etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(status).type(type).send(body);
}

/** The best accepted encoding; `;q=0` refuses one. */
function encodingFor(accepted = ''): Encoding {
  const refused = /;\s*q=0(?:\.0*)?\s*$/;
  const names = new Set(
    accepted.split(',', 20).flatMap((part) => (refused.test(part) ? [] : (part.split(';')[0] ?? '').trim())),
  );
  return encodings.find((encoding) => names.has(encoding)) ?? 'identity';
}
