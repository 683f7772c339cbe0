import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether the request's bearer token is this secret, in constant time. */
export function bearsSecret(request: Pick<IncomingMessage, 'headers'>, secret: string): boolean {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hash('sha256', token, 'buffer'), hash('sha256', secret, 'buffer'));
}
