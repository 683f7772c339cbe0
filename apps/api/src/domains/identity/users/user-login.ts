import { sql } from 'kysely';
import type { Language } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { type Db, type Tx, now } from '../../../db/pool.ts';
import { findUserByName, loadUser, lockUser } from './user-queries.ts';

/** What a login checks of an account, and its language. */
export interface LoginUser {
  id: string;
  nickname: string;
  language: Language;
  passwordHash: string;
  tokenVersion: number;
  blocked: boolean;
}

/** null when there is no such account. */
export async function findLogin({ db }: Pick<Context, 'db'>, username: string): Promise<LoginUser | null> {
  const row = await findUserByName(db, username);
  return row ? loginUser(row) : null;
}

/** The same for an account that exists. */
export async function loadLogin(db: Db | Tx, userId: string): Promise<LoginUser> {
  return loginUser(await loadUser(db, userId));
}

/**
 * Records when and from where the account logged in, and locks it until the transaction ends: a password change or a block is either seen,
 * or waits and then ends the session that is being created.
 * @returns the account's state
 */
export function recordLogin(tx: Tx, userId: string, ip: string): Promise<{ tokenVersion: number; blocked: boolean }> {
  return tx
    .updateTable('users')
    .set({ login_date: now, login_ip: ip })
    .where('id', '=', userId)
    .returning(['token_version as tokenVersion', sql<boolean>`blocked_at is not null`.as('blocked')])
    .executeTakeFirstOrThrow();
}

/** Locks the account until the transaction ends, for what must come before `recordLogin`. */
export async function lockLogin(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId);
}

/** The account's language. */
export async function languageOf(db: Db | Tx, userId: string): Promise<Language> {
  return (await loadUser(db, userId)).language as Language;
}

/** Whether an account has the nickname, whatever its case. */
export async function nicknameTaken({ db }: Context, nickname: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('lowercase_nickname', '=', nickname.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

function loginUser(row: Awaited<ReturnType<typeof loadUser>>): LoginUser {
  return {
    id: row.id,
    nickname: row.nickname,
    language: row.language as Language,
    passwordHash: row.password_hash,
    tokenVersion: row.token_version,
    blocked: row.blocked_at !== null,
  };
}
