import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { newSnowflake } from './snowflake.ts';

/** Accounts that there may be: any visitor can make one. */
const maxAccounts = 5_000;

/** An account that plays one of the chat platform. */
export interface SandboxAccount {
  id: string;
  name: string;
  /** Where its direct messages lie. */
  channelId: string;
  allowsMessages: boolean;
  isMember: boolean;
}

const columns = [
  'id',
  'name',
  'channel_id as channelId',
  'allows_messages as allowsMessages',
  'is_member as isMember',
] as const;

/** @returns null when the name is taken, or there are too many accounts */
export async function insertAccount(db: Db, name: string): Promise<SandboxAccount | null> {
  const [id, channelId] = [newSnowflake(), newSnowflake()];
  const { numAffectedRows } = await sql`
    insert into chat_sandbox.accounts (id, name, channel_id) select ${id}, ${name}, ${channelId}
    where (select count(*) from chat_sandbox.accounts) < ${maxAccounts} on conflict do nothing
  `.execute(db);
  return numAffectedRows ? { id, name, channelId, allowsMessages: true, isMember: false } : null;
}

export function findAccount(db: Db, id: string): Promise<SandboxAccount | undefined> {
  return db.selectFrom('chat_sandbox.accounts').select(columns).where('id', '=', id).executeTakeFirst();
}

export function findAccountOfChannel(db: Db, channelId: string): Promise<SandboxAccount | undefined> {
  return db.selectFrom('chat_sandbox.accounts').select(columns).where('channel_id', '=', channelId).executeTakeFirst();
}

/** Those of these ids, and the latest others, `limit` in all. */
export function listAccounts(db: Db, ids: readonly string[], limit: number): Promise<SandboxAccount[]> {
  return db
    .selectFrom('chat_sandbox.accounts')
    .select(columns)
    .orderBy(({ eb }) => eb('id', 'in', ids.length > 0 ? ids : ['0']), 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** @returns whether it has become one now */
export async function joinCommunity(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_sandbox.accounts')
    .set({ is_member: true })
    .where('id', '=', id)
    .where('is_member', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateAccount(
  db: Db,
  id: string,
  set: { is_member?: boolean; allows_messages?: boolean },
): Promise<void> {
  await db.updateTable('chat_sandbox.accounts').set(set).where('id', '=', id).execute();
}
