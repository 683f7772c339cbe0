import type { FastifyRequest } from 'fastify';
import { cookie } from '../../../../http/visitor-language.ts';
import { type SandboxAccount, findAccount } from '../account-store.ts';
import { type ChatSandbox, sandboxPath } from '../sandbox.ts';
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
export function rememberCookie(request: FastifyRequest, { publicUrl }: ChatSandbox, id: string): string {
  const ids = [id, ...rememberedIds(request).filter((other) => other !== id)].slice(0, maxRemembered);
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${ids.join('.')}; Path=${sandboxPath}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The account that is asked for, else the one that this browser used last. */
export async function openedAccount(
  request: FastifyRequest,
  { db }: ChatSandbox,
  asked: string | undefined,
): Promise<SandboxAccount | null> {
  const ids = asked === undefined ? rememberedIds(request) : Snowflake.safeParse(asked).success ? [asked] : [];
  for (const id of ids) {
    const account = await findAccount(db, id);
    if (account) return account;
  }
  return null;
}
