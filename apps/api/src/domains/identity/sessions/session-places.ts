import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { networkOf } from '../../../http/connections/network.ts';
import { listSessions } from './session-queries.ts';

/** Whether the account is logged in from this address (for IPv6, its /64). */
export async function sessionFrom(db: Db, userId: string, address: string): Promise<boolean> {
  const sessions = await listSessions(db, userId);
  return sessions.some(({ ip }) => networkOf(ip) === networkOf(address));
}

const privateNetworks =
  '{127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,100.64.0.0/10,::1/128,fc00::/7,fe80::/10}';

/**
 * Whether an account and one of the others were used, within a day of each other, by the same browser from the same network: an IPv4
 * address, or a /64 of IPv6. Loopback and private addresses prove nothing: behind an untrusted proxy everybody has the same one.
 */
export async function sessionsInCommon(tx: Tx, userId: string, others: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from sessions mine
      join sessions theirs on theirs.user_agent = mine.user_agent and ${network('theirs.ip')} = ${network('mine.ip')}
      where mine.user_id = ${userId} and theirs.user_id = any(${others}::uuid[]) and mine.user_agent <> ''
        and not mine.ip <<= any(${privateNetworks}::inet[])
        and mine.last_used_at between theirs.last_used_at - interval '1 day' and theirs.last_used_at + interval '1 day'
    ) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

function network(ip: string) {
  return sql`network(set_masklen(${sql.ref(ip)}, case family(${sql.ref(ip)}) when 4 then 32 else 64 end))`;
}
