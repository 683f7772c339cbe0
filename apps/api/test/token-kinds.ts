import { createHmac, randomUUID } from 'node:crypto';
import { scopes } from '@realmkeep/contract';
import { SignJWT } from 'jose';
import { createTokens } from '../src/domains/identity/sessions/tokens.ts';
import { makeUser, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import type { TestApi } from './start-test-api.ts';

/** The error for each kind of invalid token. */
export const refusals = {
  'no token': 'unauthorized',
  'an empty token': 'unauthorized',
  'a token without its kind': 'unauthorized',
  'another kind of authorization': 'unauthorized',
  garbage: 'unauthorized',
  'a refresh token': 'unauthorized',
  'an expired token': 'token_expired',
  'a token of another key': 'unauthorized',
  'a token of another algorithm': 'unauthorized',
  'an unsigned token': 'unauthorized',
  'a token with other claims than were signed': 'unauthorized',
  'a token of a session that never was': 'unauthorized',
  'a token of a session that was logged out': 'unauthorized',
  'a token of a session that has reached its end': 'unauthorized',
  'a token of before a password change': 'unauthorized',
  'a token of an account that is gone': 'unauthorized',
  'a token of a blocked account': 'account_blocked',
} as const;

export type TokenKind = keyof typeof refusals;

/** The Authorization header of each kind, undefined for none; and `good`, which is made in the same way but valid. */
export async function makeTokens(api: TestApi): Promise<Record<TokenKind | 'good', string | undefined>> {
  const user = await makeUser(api);
  const { token, refresh_token } = user.tokens;
  const [head = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string; exp: number };
  const key = createHmac('sha256', api.config.secrets.tokenKey).update('access token').digest();
  const sign = async (algorithm: string, exp: number) =>
    bearer(await new SignJWT({ ...claims, exp }).setProtectedHeader({ alg: algorithm }).sign(key));

  const all = { userId: user.id, scopes: [...scopes], tokenVersion: 0 };
  const otherKey = createTokens('another-key-that-is-long-enough-too');
  const ofOtherKey = await otherKey.signAccess({ ...all, sessionId: claims.sid });
  const ofNoSession = await api.app.ctx.tokens.signAccess({ ...all, sessionId: randomUUID() });

  /** The token of an account that is changed afterwards by this statement. */
  const after = async (text: string) => tokenAfter(api, ({ id }) => runSql(api.config.databaseUrl, text, [id]));

  return {
    good: await sign('HS256', claims.exp),
    'no token': undefined,
    'an empty token': 'Bearer ',
    'a token without its kind': token,
    'another kind of authorization': `Basic ${token}`,
    garbage: bearer('x.y.z'),
    'a refresh token': bearer(refresh_token),
    'an expired token': await sign('HS256', Math.floor(Date.now() / 1000) - 1),
    'a token of another key': bearer(ofOtherKey.token),
    'a token of another algorithm': await sign('HS512', claims.exp),
    'an unsigned token': bearer(`${encode({ alg: 'none' })}.${payload}.`),
    'a token with other claims than were signed': bearer(`${head}.${encode({ ...claims, exp: 1e10 })}.${signature}`),
    'a token of a session that never was': bearer(ofNoSession.token),
    'a token of a session that was logged out': await tokenAfter(api, ({ client, tokens }) =>
      client.authLogout({ body: tokens }),
    ),
    'a token of a session that has reached its end': await after(
      'update sessions set ends_at = now() where user_id = $1',
    ),
    'a token of before a password change': await after(
      'update users set token_version = token_version + 1 where id = $1',
    ),
    'a token of an account that is gone': await after('delete from users where id = $1'),
    'a token of a blocked account': await after('update users set blocked_at = now() where id = $1'),
  };
}

async function tokenAfter(api: TestApi, end: (user: TestUser) => Promise<unknown>): Promise<string> {
  const user = await makeUser(api);
  await end(user);
  return bearer(user.tokens.token);
}

export function bearer(token: string): string {
  return `Bearer ${token}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
