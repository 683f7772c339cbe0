import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

/** What operators change about an account. */

export function findUserByNickname(tx: Tx, nickname: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where('lowercase_nickname', '=', nickname.toLowerCase())
    .executeTakeFirst();
}

/** @returns the nickname; nothing if there is no such account */
export function setUserBlocked(tx: Tx, id: string, reason: string | null) {
  return tx
    .updateTable('users')
    .set({ blocked_at: reason === null ? null : sql<Date>`coalesce(blocked_at, now())`, blocked_reason: reason })
    .where('id', '=', id)
    .returning('nickname')
    .executeTakeFirst();
}

/** @returns the id; nothing if there is no such account */
export function setRole(tx: Tx, nickname: string, role: 'USER' | 'ADMIN') {
  return tx
    .updateTable('users')
    .set({ role })
    .where('lowercase_nickname', '=', nickname.toLowerCase())
    .returning(['id', 'nickname'])
    .executeTakeFirst();
}

/** The token version ends every session. */
export async function setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((set) => ({ password_hash: passwordHash, token_version: set('token_version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
