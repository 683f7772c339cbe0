import type { FastifyRequest } from 'fastify';
import { publicAddress } from '../public-address.ts';
import { isPublicUrl } from '../public-url.ts';

/**
 * Whether the visitor comes from this machine or the local network, where the api may well listen to the whole world, and asks for a
 * host of ours, or for one that stays inside, as a phone does by the machine's address. A name of the public internet that
 * leads here is somebody else's, whose page would read and press everything in the visitor's browser.
 */
export function isInside({ headers, ip }: FastifyRequest, publicUrl: string): boolean {
  const asked = URL.parse(`http://${headers.host}`);
  const isOurs = asked !== null && (asked.hostname === new URL(publicUrl).hostname || !isPublicUrl(asked.href));
  return isOurs && publicAddress(ip) === null;
}

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
