import { sql, type SqlBool } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';

/**
 * Nothing of the account's would be lost, or come to somebody else, if another account took its name. Each part is written to match an
 * index.
 */
const unused = sql<SqlBool>`
  users.played_at is null and users.role = 'USER' and users.blocked_at is null
  and not exists (select 1 from chat_account_holders where user_id = users.id)
  and not exists (select 1 from chat_accounts where user_id = users.id)
  and not exists (select 1 from realms where owner_id = users.id and deleted_at is null)
  and not exists (select 1 from realms where owner_id = users.id and deleted_at is not null)
  and not exists (select 1 from realm_partners where user_id = users.id)
  and not exists (select 1 from realm_access where user_id = users.id)
  and not exists (select 1 from orders where buyer_id = users.id)
  and not exists (select 1 from orders where recipient_id = users.id)
  and not exists (select 1 from subscriptions where user_id = users.id)
  and not exists (
    select 1 from accounts join entries on entries.account_id = accounts.id where accounts.user_id = users.id
  )
  and not exists (select 1 from referrals where referrer_id = users.id)
  and not exists (select 1 from referral_shares where referrer_id = users.id)`;

export function listUnused(db: Db, registeredBefore: Date, limit: number) {
  return db
    .selectFrom('users')
    .select('id')
    .where('reg_date', '<', registeredBefore)
    .where(unused)
    .orderBy('reg_date')
    .limit(limit)
    .execute();
}

/** @returns whether it was still unused */
export async function deleteUnused(tx: Tx, id: string, registeredBefore: Date): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  // What is locked may have changed before the lock. The token version ends its sessions everywhere.
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set((set) => ({ token_version: set('token_version', '+', 1) }))
    .where('id', '=', id)
    .where('reg_date', '<', registeredBefore)
    .where(unused)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('users').where('id', '=', id).execute();
  return true;
}

export async function isUnused(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).where(unused).executeTakeFirst();
  return row !== undefined;
}

/** Whether it was the name of a deleted account that was played. */
export async function isRetired(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db.selectFrom('retired_names').select('hash').where('hash', '=', hash).executeTakeFirst();
  return row !== undefined;
}

export async function retireName(tx: Tx, hash: Buffer): Promise<void> {
  await tx
    .insertInto('retired_names')
    .values({ hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Personal data that nothing else refers to. */
export async function deleteIdentity(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await tx.deleteFrom('login_networks').where('user_id', '=', id).execute();
  await tx.deleteFrom('ssh_keys').where('user_id', '=', id).execute();
  await tx.deleteFrom('chat_prompts').where('user_id', '=', id).execute();
  await tx.deleteFrom('chat_link_states').where('user_id', '=', id).execute();
}

/** The token version ends all open sessions. @returns whether it was ever played */
export async function eraseUser(
  tx: Tx,
  id: string,
  blank: { nickname: string; gameUuid: string; passwordHash: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set((set) => ({
      nickname: blank.nickname,
      game_uuid: blank.gameUuid,
      password_hash: blank.passwordHash,
      role: 'USER',
      reg_ip: '0.0.0.0',
      login_ip: null,
      login_date: null,
      blocked_at: now,
      blocked_reason: null,
      deleted_at: now,
      token_version: set('token_version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(sql<boolean>`played_at is not null`.as('wasPlayed'))
    .executeTakeFirstOrThrow();
  return row.wasPlayed;
}
