import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Scope, scopes } from '@realmkeep/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Lifetime of an access token, in seconds. */
const accessTokenSeconds = 15 * 60;

/** The content of an access token. */
interface AccessClaims {
  userId: string;
  sessionId: string;
  scopes: Scope[];
  tokenVersion: number;
  /** Seconds since the epoch. */
  expiresAt: number;
}

const Claims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  scope: z.string(),
  tv: z.int(),
  exp: z.int(),
});

export interface Tokens {
  signAccess(claims: Omit<AccessClaims, 'expiresAt'>): Promise<{ token: string; expiresAt: Date }>;
  /** null for anything but a token of ours; an expired one passes only where `expired` says so. */
  readAccess(token: string, expired?: 'allowed'): Promise<AccessClaims | 'expired' | null>;
  /** The one refresh token that follows this one, so that two tabs refreshing at once get the same. */
  successor(refreshToken: string): string;
}

/** @param tokenKey the secret that all keys are derived from */
export function createTokens(tokenKey: string): Tokens {
  const accessKey = createHmac('sha256', tokenKey).update('access token').digest();
  const refreshKey = createHmac('sha256', tokenKey).update('refresh token').digest();

  return {
    async signAccess({ userId, sessionId, scopes, tokenVersion }) {
      const expiresAt = Math.floor(Date.now() / 1000) + accessTokenSeconds;
      const token = await new SignJWT({ sid: sessionId, scope: scopes.join(' '), tv: tokenVersion })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setJti(randomUUID())
        .setExpirationTime(expiresAt)
        .sign(accessKey);
      return { token, expiresAt: new Date(expiresAt * 1000) };
    },

    async readAccess(token, expired) {
      try {
        const options = { algorithms: ['HS256'], ...(expired ? { currentDate: new Date(0) } : {}) };
        const { payload } = await jwtVerify(token, accessKey, options);
        const claims = Claims.parse(payload);
        return {
          userId: claims.sub,
          sessionId: claims.sid,
          scopes: scopes.filter((scope) => claims.scope.split(' ').includes(scope)),
          tokenVersion: claims.tv,
          expiresAt: claims.exp,
        };
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : null;
      }
    },

    successor(refreshToken) {
      return createHmac('sha256', refreshKey).update(refreshToken).digest('base64url');
    },
  };
}

/** 256 random bits. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret that somebody else holds: a refresh token, a challenge id, a ticket. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
