import type { Language } from '@realmkeep/contract';
import { sql } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';

const accountColumns = ['external_id as id', 'username', 'email', 'linked_at as linkedAt'] as const;

export function findAccount(db: Db | Tx, platform: string, userId: string) {
  return db
    .selectFrom('chat_accounts')
    .select(accountColumns)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirst();
}

export function lockAccount(tx: Tx, platform: string, userId: string) {
  return tx
    .selectFrom('chat_accounts')
    .select(accountColumns)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .forUpdate()
    .executeTakeFirst();
}

/** The player who has linked this chat account. */
export function findAccountOwner(db: Db, platform: string, accountId: string) {
  return db
    .selectFrom('chat_accounts as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.user_id as userId', 'u.language'])
    .$narrowType<{ language: Language }>()
    .where('c.platform', '=', platform)
    .where('c.external_id', '=', accountId)
    .executeTakeFirst();
}

export interface NewAccount {
  userId: string;
  platform: string;
  id: string;
  username: string;
  email: string | null;
  /** Both sealed. */
  token: Buffer;
  refreshToken: Buffer;
  scope: string;
  expiresAt: Date;
}

/** @throws DatabaseError of chat_accounts_pkey or chat_accounts_platform_external_id_key */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx
    .insertInto('chat_accounts')
    .values({
      user_id: account.userId,
      platform: account.platform,
      external_id: account.id,
      username: account.username,
      email: account.email,
      token: account.token,
      refresh_token: account.refreshToken,
      scope: account.scope,
      expires_at: account.expiresAt,
    })
    .execute();
}

/** On every platform. @returns what they were */
export function deleteAccounts(tx: Tx, userId: string) {
  return tx.deleteFrom('chat_accounts').where('user_id', '=', userId).returning(['platform', 'username']).execute();
}

/** @returns what it was, if there was one */
export function deleteAccount(tx: Tx, platform: string, userId: string) {
  return tx
    .deleteFrom('chat_accounts')
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .returning(['external_id as id', 'refresh_token as refreshToken'])
    .executeTakeFirst();
}

export async function insertLinkState(db: Db, hash: Buffer, userId: string, seconds: number): Promise<void> {
  await db
    .insertInto('chat_link_states')
    .values({ hash, user_id: userId, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .execute();
}

/** Keeps only the player's newest states. Called after each insertion, so that concurrent ones leave no more. */
export async function trimLinkStates(db: Db, userId: string, keep: number): Promise<void> {
  const newest = db
    .selectFrom('chat_link_states')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('expires_at', 'desc')
    .limit(keep);
  await db.deleteFrom('chat_link_states').where('user_id', '=', userId).where('hash', 'not in', newest).execute();
}

/** Consumes a state. @returns whether it was the player's and still valid */
export async function takeLinkState(db: Db, hash: Buffer, userId: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('chat_link_states')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteExpiredLinkStates(db: Db): Promise<void> {
  await db.deleteFrom('chat_link_states').where('expires_at', '<', now).execute();
}
