import { randomUUID } from 'node:crypto';
import {
  type Client,
  type LoginBody,
  type RealmPhase,
  type RegisterBody,
  type Scope,
  scopes,
  type Tier,
  type TokenPair,
} from '@realmkeep/contract';
import { vi } from 'vitest';
import type { z } from 'zod';
import { hashPassword } from '../src/domains/identity/login/passwords.ts';
import { sessionBegin } from '../src/domains/identity/sessions/session-begin.ts';
import { offlineUuid } from '../src/domains/identity/users/offline-uuid.ts';
import { insertUser } from '../src/domains/identity/users/user-queries.ts';
import { runSql } from '@realmkeep/testkit/sql';
import type { TestApi } from './start-test-api.ts';

export const password = 'a good password';

export interface TestUser {
  nickname: string;
  tokens: TokenPair;
  client: Client;
  id: string;
}

/** An unused nickname. */
export function freshName(): string {
  return `p_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
}

export function registerBody(username: string, more: Partial<z.input<typeof RegisterBody>> = {}) {
  return { username, password, referrer_username: null, language: 'en' as const, ...more };
}

export function loginBody(username: string, more: Partial<z.input<typeof LoginBody>> = {}) {
  return { username, user_password: password, token_name: 'test', ...more };
}

/** Logs in to an account that has no chat account. */
export async function logIn(api: TestApi, username: string, more?: Partial<z.input<typeof LoginBody>>) {
  const answer = await api.anonymous.authLogin({ body: loginBody(username, more) });
  if (!('token' in answer)) throw new Error('The login waits for its second step');
  return answer;
}

/** Computed once: hashing is slow on purpose. */
let passwordHash: Promise<string> | undefined;

/** Begins a session as a login does, for an account whose `token_version` has never changed. */
export function beginSession({ app: { ctx } }: TestApi, userId: string, held: readonly Scope[] = scopes) {
  const session = { userId, tokenVersion: 0, tokenName: 'test', scopes: held, ip: '127.0.0.1', userAgent: 'node' };
  return ctx.db.transaction().execute((tx) => sessionBegin(ctx, tx, session));
}

/** Creates an account with a session, as registration and login do but without hashing a password. */
export async function makeUser(api: TestApi, tier: Tier = 'CHICKEN'): Promise<TestUser> {
  const nickname = freshName();
  const hash = await (passwordHash ??= hashPassword(password));
  const id = await api.app.ctx.db.transaction().execute((tx) =>
    insertUser(tx, {
      nickname,
      gameUuid: offlineUuid(nickname),
      passwordHash: hash,
      language: 'en',
      ip: '127.0.0.1',
    }),
  );
  const tokens = await beginSession(api, id);
  if (tier !== 'CHICKEN') {
    await runSql(api.config.databaseUrl, 'update users set tier = $1 where id = $2', [tier, id]);
  }
  return { nickname, tokens, client: api.clientWith(tokens.token), id };
}

export function realmBody(name: string, address: string, map = 'meadow') {
  return { type: 'OFFICIAL' as const, world_name: map, user_realm_name: name, domain_name: address };
}

/** An unused address. */
export function freshAddress(): string {
  return `a${randomUUID().replaceAll('-', '').slice(0, 12)}`;
}

/** Waits until the realm is in the phase. @throws Error after 40 s: an interrupted step pauses before it is tried again */
export async function untilPhase(client: Client, id: string, phase: RealmPhase): Promise<void> {
  const isSo = async () => (await client.realmGet({ params: { id } })).live.phase === phase;
  await vi.waitUntil(isSo, { timeout: 40_000, interval: 25 });
}
