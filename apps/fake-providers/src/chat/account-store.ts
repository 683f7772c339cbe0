import type { Database } from '../database.ts';
import { newSnowflake, snowflakeAgeMs } from './snowflake.ts';

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
export interface FakeAccount {
  id: string;
  name: string;
  addressVerified: boolean;
  /** Where its direct messages lie. */
  channelId: string;
  allowsMessages: boolean;
  isMember: boolean;
}

interface Row {
  id: string;
  name: string;
  channel_id: string;
  allows_messages: number;
  is_member: number;
  address_verified: number;
}

const columns = 'id, name, channel_id, allows_messages, is_member, address_verified';

/** @returns null when the name is taken, or there are too many accounts */
export function insertAccount(
  db: Database,
  name: string,
  { ageDays, addressVerified }: AccountTraits = usualTraits,
): FakeAccount | null {
  return insertRow(db, { id: newSnowflake(ageDays * dayMs), name, addressVerified, isMember: false });
}

/**
 * An account that the product knows and this database does not, as it was lost or is not the one of before: who linked it has to be
 * reached by it, or could never log in again.
 * @returns null for an id that cannot have been one
 */
export function restoreAccount(db: Database, id: string): FakeAccount | null {
  const ageMs = snowflakeAgeMs(id);
  if (ageMs < 0 || ageMs > 11 * 365 * dayMs) return null;
  return insertRow(db, { id, name: id, addressVerified: true, isMember: true });
}

export function findAccount(db: Database, id: string): FakeAccount | null {
  return parsed(db.prepare(`select ${columns} from accounts where id = ?`).get(id));
}

export function findAccountOfChannel(db: Database, channelId: string): FakeAccount | null {
  return parsed(db.prepare(`select ${columns} from accounts where channel_id = ?`).get(channelId));
}

/** Those of these ids, and the latest others, `limit` in all. */
export function listAccounts(db: Database, ids: readonly string[], limit: number): FakeAccount[] {
  const isOwn = `id in (select value from json_each(?))`;
  return db
    .prepare(`select ${columns} from accounts order by ${isOwn} desc, channel_id desc limit ?`)
    .all(JSON.stringify(ids), limit)
    .flatMap((row) => parsed(row) ?? []);
}

/** @returns whether it has become one now */
export function joinCommunity(db: Database, id: string): boolean {
  const { changes } = db.prepare('update accounts set is_member = 1 where id = ? and is_member = 0').run(id);
  return changes > 0;
}

/** The ids of the roles that it has in the community. */
export function rolesOf(db: Database, id: string): string[] {
  const rows = db.prepare('select role_id from member_roles where account_id = ? order by role_id').all(id);
  return rows.map((row) => String(row['role_id']));
}

/** As the community's owner does in its settings. */
export function deleteRole(db: Database, role: string): void {
  db.prepare('delete from member_roles where role_id = ?').run(role);
  db.prepare('insert into deleted_roles (id) values (?) on conflict do nothing').run(role);
}

export function isDeletedRole(db: Database, role: string): boolean {
  return db.prepare('select 1 from deleted_roles where id = ?').get(role) !== undefined;
}

export function setRole(db: Database, id: string, role: string, isGiven: boolean): void {
  const statement = isGiven
    ? 'insert into member_roles (account_id, role_id) values (?, ?) on conflict do nothing'
    : 'delete from member_roles where account_id = ? and role_id = ?';
  db.prepare(statement).run(id, role);
}

/** Leaving the community removes the roles. */
export function updateAccount(
  db: Database,
  id: string,
  { isMember, allowsMessages }: { isMember?: boolean; allowsMessages?: boolean },
): void {
  db.prepare(
    'update accounts set is_member = coalesce(?, is_member), allows_messages = coalesce(?, allows_messages) where id = ?',
  ).run(asNumber(isMember), asNumber(allowsMessages), id);
  if (isMember === false) db.prepare('delete from member_roles where account_id = ?').run(id);
}

function insertRow(
  db: Database,
  { id, name, addressVerified, isMember }: Pick<FakeAccount, 'id' | 'name' | 'addressVerified' | 'isMember'>,
): FakeAccount | null {
  const row = db
    .prepare(
      `insert into accounts (id, name, name_key, channel_id, address_verified, is_member) select ?, ?, ?, ?, ?, ?
       where (select count(*) from accounts) < ${maxAccounts} on conflict do nothing returning ${columns}`,
    )
    .get(id, name, name.toLowerCase(), newSnowflake(), Number(addressVerified), Number(isMember));
  return parsed(row);
}

function asNumber(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
}

function parsed(found: Record<string, unknown> | undefined): FakeAccount | null {
  if (!found) return null;
  const row = found as unknown as Row;
  return {
    id: row.id,
    name: row.name,
    channelId: row.channel_id,
    allowsMessages: row.allows_messages === 1,
    isMember: row.is_member === 1,
    addressVerified: row.address_verified === 1,
  };
}
