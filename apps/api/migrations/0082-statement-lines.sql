-- How many lines a player's statement has: counting the entries of a million takes a third of a second. Kept by the database itself, as the
-- balance is, in the row of the player's COINS; the other kinds' is 0.
alter table accounts add column lines bigint not null default 0 check (lines >= 0);

create or replace function apply_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from added join transactions t on t.id = added.transaction_id
    where t.written_by <> pg_current_xact_id()
  ) then
    raise exception 'entries are added to a transaction that is written already' using errcode = 'restrict_violation';
  end if;
  if exists (
    select 1 from added group by transaction_id
    having sum(amount) filter (where direction = 'DEBIT') is distinct from sum(amount) filter (where direction = 'CREDIT')
  ) then
    raise exception 'debits and credits differ' using errcode = 'check_violation';
  end if;
  update accounts a
  set balance = a.balance + change.amount * case when a.kind = 'DEBT' then -1 else 1 end, lines = a.lines + change.lines
  from (
    select account_id, sum(amount) as amount, sum(lines) as lines from (
      select account_id, case when direction = 'CREDIT' then amount else -amount end as amount, 0 as lines from added
      union all
      select coins.id, 0, count(distinct added.transaction_id) from added
      join accounts own on own.id = added.account_id and own.kind in ('COINS', 'FLEETING', 'DEBT')
      join accounts coins on coins.user_id = own.user_id and coins.kind = 'COINS'
      group by coins.id
    ) parts
    group by account_id
  ) change
  where a.id = change.account_id and a.user_id is not null;
  return null;
end $$;

alter table accounts disable trigger accounts_by_entries;
update accounts coins set lines = counted.lines
from (
  select own.user_id, count(distinct e.transaction_id) as lines
  from entries e join accounts own on own.id = e.account_id and own.kind in ('COINS', 'FLEETING', 'DEBT')
  group by own.user_id
) counted
where coins.user_id = counted.user_id and coins.kind = 'COINS';
alter table accounts enable trigger accounts_by_entries;
