import { randomUUID } from 'node:crypto';
import type { Client, LoginBody, RealmPhase, RegisterBody, Tier, TokenPair } from '@realmkeep/contract';
import { vi } from 'vitest';
import type { z } from 'zod';
import { runSql } from '@realmkeep/testkit/sql';
import type { TestApi } from './start-test-api.ts';

export const password = 'a good password';

export interface TestUser {
  nickname: string;
  tokens: TokenPair;
  client: Client;
  id: string;
}

/** A name that nobody has. */
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
  if (!('token' in answer)) throw new Error('The log-in waits for its second step');
  return answer;
}

/** Registers and logs in by the api's own calls. */
export async function makeUser(api: TestApi, tier: Tier = 'CHICKEN'): Promise<TestUser> {
  const nickname = freshName();
  await api.anonymous.userRegister({ body: registerBody(nickname) });
  const tokens = await logIn(api, nickname);
  const client = api.clientWith(tokens.token);
  const { id } = await client.userMe();
  if (tier !== 'CHICKEN') {
    await runSql(api.config.databaseUrl, 'update users set tier = $1 where id = $2', [tier, id]);
  }
  return { nickname, tokens, client, id };
}

export function realmBody(name: string, address: string, map = 'meadow') {
  return { type: 'OFFICIAL' as const, world_name: map, user_realm_name: name, domain_name: address };
}

/** An address that no realm has. */
export function freshAddress(): string {
  return `a${randomUUID().replaceAll('-', '').slice(0, 12)}`;
}

/** Waits until the realm is in the phase. @throws Error after 40 s: what was cut off in the midst rests before it is tried again */
export async function untilPhase(client: Client, id: string, phase: RealmPhase): Promise<void> {
  const isSo = async () => (await client.realmGet({ params: { id } })).live.phase === phase;
  await vi.waitUntil(isSo, { timeout: 40_000, interval: 25 });
}
