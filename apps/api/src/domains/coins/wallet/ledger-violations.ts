import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** What is wrong with what: `transaction 17`, `debits and credits differ`. */
export interface Violation {
  subject: string;
  problem: string;
}

/** A part of a table, by ids: those after the first, up to the second. */
export interface Range {
  after: string;
  upTo: string;
}

/** Sums carried into the next part: integers, as text. For transactions the total, for one wallet what was read of it. */
export type Carried = Record<string, string>;

/** Coins credited; negative: debited. */
export const credited = sql`sum(case when e.direction = 'CREDIT' then e.amount else -e.amount end)`;

/** The house account that a kind of transaction is posted against, and its side there. */
const counterparts = sql`(values
  ('TOP_UP', 'SALES_CLEARING', 'DEBIT'), ('REFERRAL_SHARE', 'REFERRAL_EXPENSE', 'DEBIT'),
  ('REFERRAL_SHARE_REVERSAL', 'REFERRAL_EXPENSE', 'CREDIT'), ('REFERRAL_BONUS', 'PROMOTION_EXPENSE', 'DEBIT'),
  ('SUBSCRIPTION', 'SUBSCRIPTION_REVENUE', 'CREDIT'), ('EXPIRY', 'BREAKAGE', 'CREDIT'),
  ('REFUND', 'SALES_CLEARING', 'CREDIT'), ('CHARGEBACK', 'SALES_CLEARING', 'CREDIT'),
  ('REINSTATEMENT', 'SALES_CLEARING', 'DEBIT'), ('GRANT', 'PROMOTION_EXPENSE', 'DEBIT')
) as expected (kind, account, side)`;

/** Violations in transactions, whose entries all exist from the start. */
export function transactionViolations({ after, upTo }: Range): RawBuilder<Violation> {
  return sql<Violation>`
    with part as materialized (
      select id, kind, idempotency_key, reverses from transactions where id > ${after} and id <= ${upTo}
    ),
    posted as materialized (
      select part.id, part.kind, sums.* from part cross join lateral (
        select
          coalesce(sum(e.amount) filter (where e.direction = 'DEBIT'), 0) as debits,
          coalesce(sum(e.amount) filter (where e.direction = 'CREDIT'), 0) as credits,
          coalesce(${credited} filter (where a.kind = 'FLEETING'), 0) as fleeting,
          string_agg(a.kind || ' ' || e.direction, ',') filter (where a.user_id is null) as house,
          coalesce(sum(e.amount) filter (where a.user_id is null), 0) as amount,
          count(distinct a.user_id) as players
        from entries e left join accounts a on a.id = e.account_id
        where e.transaction_id = part.id
      ) sums
    ),
    taken_back as materialized (
      select part.id, part.kind, part.idempotency_key, posted.amount,
        coalesce((
          select ${credited} from transactions r
          join entries e on e.transaction_id = r.id
          join accounts a on a.id = e.account_id and a.user_id is null
          where r.reverses = part.id
        ), 0) as taken
      from part join posted on posted.id = part.id
      where part.kind = 'TOP_UP'
    ),
    wrong as (
      select id, 'debits and credits differ' as problem from posted where debits <> credits or debits = 0
      union all
      select e.transaction_id, 'has entries and is not there' from entries e
      where e.transaction_id > ${after} and e.transaction_id <= ${upTo}
        and not exists (select 1 from transactions where id = e.transaction_id)
      group by e.transaction_id
      union all
      select id, 'is not of one player' from posted where players <> 1
      union all
      select posted.id, 'is posted against the wrong account' from posted
      left join ${counterparts} on expected.kind = posted.kind
      where posted.kind <> 'REVERSAL' and posted.house is distinct from expected.account || ' ' || expected.side
      union all
      select id, 'fleeting coins and lots differ' from posted
      where fleeting <> coalesce((select sum(amount) from lots where transaction_id = posted.id), 0)
        - coalesce((select sum(amount) from lot_use where transaction_id = posted.id), 0)
      union all
      select id, 'more was taken back than was given' from taken_back where taken not between 0 and amount
      union all
      select id, 'is not the share of a payment' from part
      where kind = 'REFERRAL_SHARE' and reverses is null and (
        idempotency_key not like 'ref20:%' or not exists (
          select 1 from referral_shares s join transactions payment on payment.idempotency_key = s.payment
          where s.payment = substr(part.idempotency_key, length('ref20:') + 1)
        )
      )
      union all
      select payment.id, 'has a share that is not what is due' from taken_back payment
      join referral_shares s on s.payment = payment.idempotency_key
      left join transactions share on share.idempotency_key = 'ref20:' || s.payment
      cross join lateral (
        select coalesce(-${credited}, 0) as has from transactions r
        join entries e on e.transaction_id = r.id
        join accounts a on a.id = e.account_id and a.user_id is null
        where r.id = share.id or r.reverses = share.id
      ) as shares
      where shares.has <> case when s.granted is null then 0
        else least(s.granted, floor(payment.amount * 20 / 100) - floor(payment.taken * 20 / 100)) end
    )
    select 'transaction ' || id || coalesce(
      (select ' (accounts ' || string_agg(account_id::text, ', ' order by account_id) || ')' from entries where transaction_id = wrong.id),
      ''
    ) as subject, problem from wrong`;
}

/** @param carried for the one wallet in the range, what was read of it before: its sums by kind, its lines, and the last transaction */
export function walletViolations({ after, upTo }: Range, carried: Carried): RawBuilder<Violation> {
  const since = carried['transaction'] ?? '0';
  return sql<Violation>`
    with wallets as materialized (
      select user_id from accounts where id > ${after} and id <= ${upTo} and kind = 'COINS'
    ),
    part as materialized (
      select a.id, a.kind, a.user_id, a.balance, a.lines,
        (coalesce((${JSON.stringify(carried)}::jsonb ->> a.kind)::numeric, 0) + coalesce((
          select ${credited} from entries e where e.account_id = a.id and e.transaction_id > ${since}
        ), 0)) * case when a.kind = 'DEBT' then -1 else 1 end as posted
      from wallets join accounts a on a.user_id = wallets.user_id
    ),
    wrong as (
      select id, kind, user_id, 'balance and entries differ' as problem from part where balance <> posted
      union all
      select id, kind, user_id, 'lines and entries differ' from part
      where lines <> case when kind = 'COINS' then ${carried['lines'] ?? '0'}::numeric + (
        select count(distinct e.transaction_id) from accounts own
        join entries e on e.account_id = own.id and e.transaction_id > ${since}
        where own.user_id = part.user_id and own.kind in ('COINS', 'FLEETING', 'DEBT')
      ) else 0 end
      union all
      select id, kind, user_id, 'is below 0' from part where balance < 0 or posted < 0
      union all
      -- What is below 0 in a lot is found with the lots; of the others an index knows.
      select id, kind, user_id, 'balance and lots differ' from part
      where kind = 'FLEETING'
        and balance <> coalesce((select sum(remaining) from lots where account_id = part.id and remaining > 0), 0)
      union all
      select id, kind, user_id, 'has coins beside a debt' from part
      where kind = 'DEBT' and balance > 0
        and exists (select 1 from accounts c where c.user_id = part.user_id and c.kind = 'COINS' and c.balance > 0)
      union all
      select id, kind, user_id, 'balance and disputes differ' from part
      where kind = 'HELD' and balance <> coalesce((
        select sum(held) from disputes where top_up_id in (
          select t.reverses from entries e join transactions t on t.id = e.transaction_id where e.account_id = part.id
        )
      ), 0)
      union all
      select id, kind, user_id, 'is of no whole wallet' from accounts a
      where id > ${after} and id <= ${upTo} and user_id is not null
        and not exists (select 1 from accounts where user_id = a.user_id and kind = 'COINS')
    )
    select 'account ' || id || ' (' || kind || ' of ' || user_id || ')' as subject, problem from wrong`;
}

export function lotViolations({ after, upTo }: Range): RawBuilder<Violation> {
  return sql<Violation>`
    select 'lot ' || id as subject, 'remainder and uses differ' as problem from lots
    where id > ${after} and id <= ${upTo}
      and (remaining < 0 or remaining <> amount - coalesce((select sum(amount) from lot_use where lot_id = lots.id), 0))`;
}

/** What keeps the ledger intact in the database: its triggers, and the uniqueness of keys. */
const guards = [
  'transactions_append_only',
  'entries_append_only',
  'lot_use_append_only',
  'accounts_kept',
  'lots_kept',
  'accounts_by_entries',
  'lots_by_use',
  'entries_applied',
  'lot_use_applied',
  'transactions_balanced',
  'users_open_wallet',
];

/** What must be in place so that nothing can go wrong from now on. */
export async function checkGuards(db: Db): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select 'trigger ' || name as subject, 'is missing or disabled' as problem from unnest(${guards}::text[]) as name
    where not exists (select 1 from pg_trigger where tgname = name and tgenabled in ('O', 'A'))
    union all
    select 'transactions', 'keys may be there twice'
    where not exists (
      select 1 from pg_index
      where indexrelid = to_regclass('transactions_idempotency_key_key') and indisunique and indisvalid
    )`.execute(db);
  return rows;
}
