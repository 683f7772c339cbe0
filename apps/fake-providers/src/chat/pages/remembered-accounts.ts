import type { FastifyRequest } from 'fastify';
import { cookie } from '../../pages/visitor-language.ts';
import { type FakeAccount, findAccount } from '../account-store.ts';
import { chatPath, type FakeChat } from '../fake-chat.ts';
import { Snowflake } from '../snowflake.ts';

const cookieName = 'chat_sandbox';
const cookieSeconds = 365 * 24 * 3600;
const maxRemembered = 8;

/** The accounts that this browser has used, the last first. It is no proof of anything: any account may be opened. */
export function rememberedIds({ headers }: FastifyRequest): string[] {
  const ids = cookie(headers.cookie, cookieName).split('.', maxRemembered);
  return ids.filter((id) => Snowflake.safeParse(id).success);
}

/** A Set-Cookie header after which this account is the first. */
export function rememberCookie(request: FastifyRequest, id: string): string {
  const ids = [id, ...rememberedIds(request).filter((other) => other !== id)].slice(0, maxRemembered);
  return `${cookieName}=${ids.join('.')}; Path=${chatPath}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`;
}

/** The requested account, or else the one that this browser used last. */
export function openedAccount(
  request: FastifyRequest,
  { db }: FakeChat,
  asked: string | undefined,
): FakeAccount | null {
  const ids = asked === undefined ? rememberedIds(request) : Snowflake.safeParse(asked).success ? [asked] : [];
  for (const id of ids) {
    const account = findAccount(db, id);
    if (account) return account;
  }
  return null;
}
