import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

/** What is wrong with what: `transaction 17`, `debits and credits differ`. */
export interface Violation {
  subject: string;
  problem: string;
}

/** A part of the ledger, by ids: those after the first, up to the second. */
interface Range {
  after: string;
  upTo: string;
}

interface Sweep {
  table: 'transactions' | 'accounts' | 'lots';
  violations: (range: Range) => RawBuilder<Violation>;
}

/** What holds for each transaction, each player's account and each lot; together they are the invariants of record 019. */
export const sweeps: readonly Sweep[] = [
  { table: 'transactions', violations: transactionViolations },
  { table: 'accounts', violations: accountViolations },
  { table: 'lots', violations: lotViolations },
];

const rangeSize = 5_000;

/**
 * Checks the next part of a sweep.
 * @param after the id that the part before ended with, '0' at first
 * @returns the id that this part ends with, null when there was nothing left
 */
export async function checkNext(db: Db, { table, violations }: Sweep, after: string) {
  const end = await sql<{ id: string | null }>`
    select max(id) as id from (
      select id from ${sql.table(table)} where id > ${after} order by id limit ${rangeSize}
    ) part`.execute(db);
  const upTo = end.rows[0]?.id ?? null;
  if (upTo === null) return { upTo, violations: [] };
  const { rows } = await violations({ after, upTo }).execute(db);
  return { upTo, violations: rows };
}

/** Coins credited; negative: debited. */
const credited = sql`sum(case when e.direction = 'CREDIT' then e.amount else -e.amount end)`;

/** The account of the house that a kind of transaction is posted against, and the side that it is on there. */
const counterparts = sql`(values
  ('TOP_UP', 'SALES_CLEARING', 'DEBIT'), ('REFERRAL_SHARE', 'REFERRAL_EXPENSE', 'DEBIT'),
  ('REFERRAL_SHARE_REVERSAL', 'REFERRAL_EXPENSE', 'CREDIT'), ('REFERRAL_BONUS', 'PROMOTION_EXPENSE', 'DEBIT'),
  ('SUBSCRIPTION', 'SUBSCRIPTION_REVENUE', 'CREDIT'), ('EXPIRY', 'BREAKAGE', 'CREDIT'),
  ('REFUND', 'SALES_CLEARING', 'CREDIT'), ('CHARGEBACK', 'SALES_CLEARING', 'CREDIT'),
  ('REINSTATEMENT', 'SALES_CLEARING', 'DEBIT'), ('GRANT', 'PROMOTION_EXPENSE', 'DEBIT')
) as expected (kind, account, side)`;

function transactionViolations({ after, upTo }: Range): RawBuilder<Violation> {
  return sql<Violation>`
    with part as materialized (
      select id, kind, idempotency_key, reverses from transactions where id > ${after} and id <= ${upTo}
    ),
    posted as materialized (
      select part.id, part.kind,
        coalesce(sum(e.amount) filter (where e.direction = 'DEBIT'), 0) as debits,
        coalesce(sum(e.amount) filter (where e.direction = 'CREDIT'), 0) as credits,
        coalesce(${credited} filter (where a.kind = 'FLEETING'), 0) as fleeting,
        string_agg(a.kind || ' ' || e.direction, ',') filter (where a.user_id is null) as house,
        coalesce(sum(e.amount) filter (where a.user_id is null), 0) as amount,
        count(distinct a.user_id) as players
      from part
      left join entries e on e.transaction_id = part.id
      left join accounts a on a.id = e.account_id
      group by part.id, part.kind
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
    )
    select 'transaction ' || id as subject, 'debits and credits differ' as problem from posted
    where debits <> credits or debits = 0
    union all
    select 'transaction ' || id, 'is not of one player' from posted where players <> 1
    union all
    select 'transaction ' || posted.id, 'is posted against the wrong account' from posted
    left join ${counterparts} on expected.kind = posted.kind
    where posted.kind <> 'REVERSAL' and posted.house is distinct from expected.account || ' ' || expected.side
    union all
    select 'transaction ' || id, 'fleeting coins and lots differ' from posted
    where fleeting <> coalesce((select sum(amount) from lots where transaction_id = posted.id), 0)
      - coalesce((select sum(amount) from lot_use where transaction_id = posted.id), 0)
    union all
    select 'transaction ' || id, 'more was taken back than was given' from taken_back
    where taken not between 0 and amount
    union all
    select 'transaction ' || part.id, 'is not the share of a payment' from part
    where kind = 'REFERRAL_SHARE' and reverses is null and not exists (
      select 1 from referral_shares s join transactions payment on payment.idempotency_key = s.payment
      where 'ref20:' || s.payment = part.idempotency_key
    )
    union all
    select 'transaction ' || payment.id, 'has a share that is not what is due' from taken_back payment
    join referral_shares s on s.payment = payment.idempotency_key
    left join transactions share on share.idempotency_key = 'ref20:' || s.payment
    cross join lateral (
      select coalesce(-${credited}, 0) as has from transactions r
      join entries e on e.transaction_id = r.id
      join accounts a on a.id = e.account_id and a.user_id is null
      where r.id = share.id or r.reverses = share.id
    ) as shares
    where shares.has <> case when s.granted is null then 0
      else least(s.granted, floor(payment.amount * 20 / 100) - floor(payment.taken * 20 / 100)) end`;
}

function accountViolations({ after, upTo }: Range): RawBuilder<Violation> {
  return sql<Violation>`
    with part as materialized (
      select a.id, a.kind, a.user_id, a.balance, a.lines,
        coalesce(${credited}, 0) * case when a.kind = 'DEBT' then -1 else 1 end as posted
      from accounts a left join entries e on e.account_id = a.id
      where a.id > ${after} and a.id <= ${upTo} and a.user_id is not null
      group by a.id
    )
    select 'account ' || id as subject, 'balance and entries differ' as problem from part where balance <> posted
    union all
    select 'account ' || id, 'lines and entries differ' from part
    where lines <> case when kind = 'COINS' then (
      select count(distinct e.transaction_id) from entries e join accounts own on own.id = e.account_id
      where own.user_id = part.user_id and own.kind in ('COINS', 'FLEETING', 'DEBT')
    ) else 0 end
    union all
    select 'account ' || id, 'is below 0' from part where balance < 0 or posted < 0
    union all
    select 'account ' || id, 'balance and lots differ' from part
    where kind = 'FLEETING'
      and balance <> coalesce((select sum(remaining) from lots where account_id = part.id), 0)
    union all
    select 'account ' || id, 'has coins beside a debt' from part
    where kind = 'DEBT' and balance > 0
      and exists (select 1 from accounts c where c.user_id = part.user_id and c.kind = 'COINS' and c.balance > 0)
    union all
    select 'account ' || id, 'balance and disputes differ' from part
    where kind = 'HELD' and balance <> coalesce((
      select sum(held) from disputes where top_up_id in (
        select t.reverses from entries e join transactions t on t.id = e.transaction_id where e.account_id = part.id
      )
    ), 0)`;
}

function lotViolations({ after, upTo }: Range): RawBuilder<Violation> {
  return sql<Violation>`
    select 'lot ' || id as subject, 'remainder and uses differ' as problem from lots
    where id > ${after} and id <= ${upTo}
      and (remaining < 0 or remaining <> amount - coalesce((select sum(amount) from lot_use where lot_id = lots.id), 0))`;
}

/** What in the database keeps the ledger whole: its triggers, and that no key is there twice. */
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

/** What is looked at as a whole, at a cost that grows with the ledger. */
async function checkTotals(db: Db): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select 'ledger' as subject, 'debits and credits differ in all' as problem from entries e having ${credited} <> 0
    union all
    select 'player ' || u.id, 'has no whole wallet' from users u
    where (select count(*) from accounts where user_id = u.id) <> 4`.execute(db);
  return rows;
}

/** Everything that is off in the whole ledger. In one transaction that sees one moment: `repeatable read`. */
export async function* everyViolation(tx: Tx): AsyncGenerator<Violation> {
  yield* await checkGuards(tx);
  yield* await checkTotals(tx);
  for (const sweep of sweeps) {
    let after: string | null = '0';
    while (after !== null) {
      const part = await checkNext(tx, sweep, after);
      yield* part.violations;
      after = part.upTo;
    }
  }
}
