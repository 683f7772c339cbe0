import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent from a page of ours: another site must not press the visitor's buttons. Browsers say where a
 * form comes from; programs that are none say nothing.
 */
export function isOwnPost({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === undefined || origin === publicUrl || URL.parse(origin)?.host === headers.host;
}
