import type { Language } from '@realmkeep/contract';
import type { Db, Tx } from '../../../db/pool.ts';

/** Names are compared without case. */
export function findUserByName(db: Db | Tx, name: string) {
  return db.selectFrom('users').selectAll().where('lowercase_nickname', '=', name.toLowerCase()).executeTakeFirst();
}

/** From now on game connections that have proved to be the account's lose its powers. */
export async function countGameLogout(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((set) => ({ game_logouts: set('game_logouts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export function loadUser(db: Db | Tx, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Locks the account until the transaction ends: count its possessions only after this. Rows that merely refer to the account may still be
 * written meanwhile, by transactions that locked a realm first.
 */
export function lockUser(tx: Tx, id: string) {
  return tx.selectFrom('users').select(['id', 'tier']).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export interface NewUser {
  nickname: string;
  gameUuid: string;
  passwordHash: string;
  language: Language;
  ip: string;
}

export async function insertUser(tx: Tx, user: NewUser): Promise<string> {
  const row = await tx
    .insertInto('users')
    .values({
      nickname: user.nickname,
      game_uuid: user.gameUuid,
      password_hash: user.passwordHash,
      language: user.language,
      reg_ip: user.ip,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateLanguage(db: Db, id: string, language: Language): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', id).execute();
}

/**
 * Replaces one password hash with another, which ends every session of the account.
 * @returns the new token version, or null if the old hash is no longer the account's
 */
export async function replacePassword(tx: Tx, id: string, hash: { from: string; to: string }): Promise<number | null> {
  const row = await tx
    .updateTable('users')
    .set((set) => ({ password_hash: hash.to, token_version: set('token_version', '+', 1) }))
    .where('id', '=', id)
    .where('password_hash', '=', hash.from)
    .returning('token_version')
    .executeTakeFirst();
  return row?.token_version ?? null;
}
