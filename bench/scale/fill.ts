import type { Client } from 'pg';

export interface Sizes {
  /** The number of accounts, each with a realm. */
  realms: number;
  /** The number of realms that are on; of the rest half are off and half asleep. */
  on: number;
  /** For each account. */
  entries: number;
  sessions: number;
}

/** Accounts inserted at a time, so that the triggers' transition tables and the log stay small. */
const part = 100_000;
/** The accounts of one part, from its first number to its last, with ids that look like random UUIDs (version 4). */
const made = `(
  select overlay(overlay(md5('user ' || n) placing '4' from 13) placing '8' from 17)::uuid as id, n
  from generate_series($1::integer, $2::integer) n
) as made`;

/**
 * Inserts accounts, realms, ledger entries and sessions as if they had come one by one: each account has received one coin at a time, so
 * every second entry is the house's.
 */
export async function fill(database: Client, { realms, on, entries, sessions }: Sizes): Promise<void> {
  // Without triggers: nobody listens yet, and the final balances are written directly.
  const tables = ['users', 'realms', 'transactions', 'entries', 'accounts'];
  for (const table of tables) await database.query(`alter table ${table} disable trigger user`);
  const grants = Math.floor(entries / 2);
  for (let from = 0; from < realms; from += part) {
    const range = [from + 1, Math.min(realms, from + part)];
    await database.query(
      `insert into users (id, nickname, game_uuid, password_hash, language, reg_ip)
       select id, 'user_' || n, gen_random_uuid(), '', 'en', '127.0.0.1' from ${made}`,
      range,
    );
    await database.query(
      `insert into realms (number, owner_id, name, address, world_type, map, border_diameter, power, asleep_at)
       select n + 1000, id, 'Realm', 'r-' || n, 'OFFICIAL', 'meadow', 500,
         case when n > $3 + 1000 and n <= $4 - $3 and n % 2 = 0 then 'OFF' else 'ON' end,
         case when n <= $4 - $3 then now() end
       from ${made}`,
      [...range, on, realms],
    );
    await database.query(
      `insert into accounts (kind, user_id, balance, lines)
       select kind, id, case kind when 'COINS' then $3::integer else 0 end, case kind when 'COINS' then $3::integer else 0 end
       from ${made} cross join unnest(array['COINS', 'FLEETING', 'HELD', 'DEBT']) as kinds (kind)`,
      [...range, grants],
    );
    await database.query(
      `with made as (
         insert into transactions (kind, idempotency_key, payload_hash)
         select 'GRANT', id || ':' || grant_number, sha256('')
         from ${made} cross join generate_series(1, $3::integer) grant_number
         returning id, split_part(idempotency_key, ':', 1)::uuid as user_id
       )
       insert into entries (transaction_id, account_id, direction, amount)
       select made.id, accounts.id, 'CREDIT', 1 from made
       join accounts on accounts.user_id = made.user_id and accounts.kind = 'COINS'
       union all
       select made.id, accounts.id, 'DEBIT', 1 from made
       join accounts on accounts.kind = 'PROMOTION_EXPENSE' and accounts.user_id is null`,
      [...range, grants],
    );
    await database.query(
      `insert into sessions (user_id, token_name, scopes, ip, user_agent, ends_at)
       select id, 'bench', array['REALM_DATA'], '127.0.0.1', '', now() + interval '30 days'
       from ${made} cross join generate_series(1, $3::integer)`,
      [...range, sessions],
    );
  }
  for (const table of tables) await database.query(`alter table ${table} enable trigger user`);
  await database.query('vacuum analyze');
}
