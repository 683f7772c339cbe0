import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isPublicUrl, publicAddress } from '@realmkeep/sockets';

/**
 * Whether the visitor comes from this machine or the local network, even if the port is open to the whole world, and uses one of our
 * host names or an internal one, as a phone does with the machine's address. A public name that
 * resolves to this machine belongs to somebody else, whose page could read and press everything in the visitor's browser.
 */
export function isInside({ headers, socket }: FastifyRequest, publicUrl: string): boolean {
  const asked = URL.parse(`http://${headers.host}`);
  const isOurs = asked !== null && (asked.hostname === new URL(publicUrl).hostname || !isPublicUrl(asked.href));
  // A proxy says whom it speaks for: each on the way has to be from inside.
  const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded'].flatMap((name) => addressesIn(headers[name]));
  return isOurs && [socket.remoteAddress ?? '', ...forwarded].every(isOfInside);
}

function isOfInside(address: string): boolean {
  return isIP(address) !== 0 && publicAddress(address) === null;
}

/** Of the headers by which proxies tell; what is no address stays, and is of nowhere. */
function addressesIn(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((part) => (/(?:^|;)\s*for=([^;]*)/i.exec(part)?.[1] ?? part).trim().replaceAll(/^"|"$/g, ''))
    .map((part) =>
      part
        .replace(/^\[(.*)\](:\d+)?$/, '$1')
        .replace(/^([\d.]+):\d+$/, '$1')
        .replace(/%.*$/, ''),
    );
}

/**
 * Whether a form was sent from a page of ours: another site must not press the visitor's buttons. Browsers say where a
 * form comes from; programs that are none say nothing.
 */
export function isOwnPost({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === undefined || URL.parse(origin)?.host === headers.host;
}
