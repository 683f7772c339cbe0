import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

/** Secrets and hashes of them: of no use even to their owner. */
const secrets = ['password_hash', 'token', 'refresh_token', 'hash', 'track_hash', 'payload_hash', 'written_by'];

/** Where a player's data is kept: tables with the columns that name the account. */
export const personalTables: Record<string, readonly string[]> = {
  users: ['id'],
  sessions: ['user_id'],
  login_networks: ['user_id'],
  ssh_keys: ['user_id'],
  game_proofs: ['user_id'],
  chat_accounts: ['user_id'],
  chat_prompts: ['user_id'],
  chat_link_states: ['user_id'],
  login_challenges: ['user_id'],
  referrals: ['referrer_id', 'referred_id'],
  referral_claims: ['referrer_id', 'referred_id'],
  referral_shares: ['referrer_id'],
  orders: ['buyer_id', 'recipient_id'],
  subscriptions: ['user_id'],
  accounts: ['user_id'],
  realms: ['owner_id'],
  realm_partners: ['user_id'],
  realm_access: ['user_id'],
  realm_prefixes: ['user_id'],
  maps: ['user_id'],
  uploads: ['user_id'],
  file_links: ['user_id'],
  eula_acceptances: ['user_id'],
  backups: ['made_by'],
  addon_orders: ['user_id'],
  modpack_installs: ['user_id'],
  realm_schedules: ['author_id'],
  realm_activity: ['actor_id'],
  audit_log: ['actor_id', 'subject_id'],
};

/** The rows of each table, as JSON. */
export async function exportTables(tx: Tx, userId: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, columns] of Object.entries(personalTables)) {
    const names = columns.map((column) => sql`t.${sql.ref(column)} = ${userId}`);
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${secrets}::text[] as row from ${sql.table(table)} t where ${sql.join(names, sql` or `)}
    `.execute(tx);
    found[table] = rows.map(({ row }) => row);
  }
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) - ${secrets}::text[] || jsonb_build_object('account', a.kind, 'direction', e.direction, 'amount', e.amount) as row
    from accounts a
    join entries e on e.account_id = a.id
    join transactions t on t.id = e.transaction_id
    where a.user_id = ${userId}
    order by t.id`.execute(tx);
  return { ...found, transactions: rows.map(({ row }) => row) };
}

export async function chatAccountsHeld(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('chat_account_holders')
    .select('chat_account')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.chat_account);
}
