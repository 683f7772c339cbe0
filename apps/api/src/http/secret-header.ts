import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashToken } from '../domains/identity/sessions/tokens.ts';

/** Whether the request's bearer token is this secret, in constant time. */
export function bearsSecret(request: FastifyRequest, secret: string): boolean {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hashToken(token), hashToken(secret));
}
