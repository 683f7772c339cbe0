import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { newSnowflake } from './snowflake.ts';

/** Accounts that there may be: any visitor can make one. */
const maxAccounts = 5_000;

const dayMs = 24 * 3_600_000;

/** What a new account is like. */
export interface AccountTraits {
  /** Its id says so. */
  ageDays: number;
  addressVerified: boolean;
}

/** As most accounts are: nothing of the product waits for them. */
export const usualTraits: AccountTraits = { ageDays: 30, addressVerified: true };

/** An account that plays one of the chat platform. */
export interface SandboxAccount {
  id: string;
  name: string;
  addressVerified: boolean;
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
  'address_verified as addressVerified',
] as const;

/** @returns null when the name is taken, or there are too many accounts */
export async function insertAccount(
  db: Db,
  name: string,
  { ageDays, addressVerified }: AccountTraits = usualTraits,
): Promise<SandboxAccount | null> {
  const [id, channelId] = [newSnowflake(ageDays * dayMs), newSnowflake()];
  const { numAffectedRows } = await sql`
    insert into chat_sandbox.accounts (id, name, channel_id, address_verified)
    select ${id}, ${name}, ${channelId}, ${addressVerified}
    where (select count(*) from chat_sandbox.accounts) < ${maxAccounts} on conflict do nothing
  `.execute(db);
  return numAffectedRows ? { id, name, channelId, addressVerified, allowsMessages: true, isMember: false } : null;
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
    .orderBy('channel_id', 'desc')
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
