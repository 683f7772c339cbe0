-- Coins as double entry. What is written stays: a correction is a further transaction.

-- A player's accounts hold coins, FLEETING ones that expire, coins HELD while a payment is disputed, and his DEBT; the rest
-- are the house's, one of each. Players' balances are kept here by the database itself, the house's are sums of entries: a
-- kept one would make every payment wait for every other.
create table accounts (
  id bigint primary key generated always as identity,
  kind text not null check (
    kind in ('COINS', 'FLEETING', 'HELD', 'DEBT',
      'SALES_CLEARING', 'PROMOTION_EXPENSE', 'REFERRAL_EXPENSE', 'SUBSCRIPTION_REVENUE', 'BREAKAGE')
  ),
  -- No reference: entries outlive the account of their player.
  user_id uuid,
  -- Coins: credits less debits, of DEBT debits less credits. 2^53 - 1 is the largest that JavaScript counts exactly.
  balance bigint constraint accounts_balance check (balance between 0 and 9007199254740991),
  check ((user_id is not null) = (kind in ('COINS', 'FLEETING', 'HELD', 'DEBT'))),
  check ((user_id is not null) = (balance is not null))
);
create unique index accounts_of_user on accounts (user_id, kind) where user_id is not null;
create unique index accounts_of_house on accounts (kind) where user_id is null;

create table transactions (
  id bigint primary key generated always as identity,
  kind text not null check (
    kind in ('TOP_UP', 'REFERRAL_SHARE', 'REFERRAL_SHARE_REVERSAL', 'REFERRAL_BONUS', 'SUBSCRIPTION', 'EXPIRY', 'REFUND',
      'DISPUTE_HOLD', 'DISPUTE_RELEASE', 'CHARGEBACK', 'REINSTATEMENT', 'GRANT', 'REVERSAL')
  ),
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 300),
  -- SHA-256 of what was asked for: the same key with another is refused.
  payload_hash bytea not null check (length(payload_hash) = 32),
  -- The transaction that this one takes back, in part or whole.
  reverses bigint references transactions,
  -- What it is about: a payment, a referral, a tier, a reason.
  ref text check (length(ref) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  -- The database's transaction that wrote it: no other may add entries.
  written_by xid8 not null default pg_current_xact_id()
);
create index transactions_reverses on transactions (reverses) where reverses is not null;
create index transactions_ref on transactions (ref) where ref is not null;

create table entries (
  transaction_id bigint not null references transactions,
  account_id bigint not null references accounts,
  direction text not null check (direction in ('DEBIT', 'CREDIT')),
  amount bigint not null check (amount between 1 and 9007199254740991),
  primary key (transaction_id, account_id)
);
-- A player's statement is read from this alone.
create index entries_of_account on entries (account_id, transaction_id) include (direction, amount);

-- Fleeting coins of one origin. `remaining` is kept by the database from the uses.
create table lots (
  id bigint primary key generated always as identity,
  -- A FLEETING account.
  account_id bigint not null references accounts,
  -- What gave them.
  transaction_id bigint not null references transactions,
  amount bigint not null check (amount between 1 and 9007199254740991),
  remaining bigint not null,
  expires_at timestamptz not null,
  constraint lots_remaining check (remaining between 0 and amount)
);
create index lots_unused on lots (account_id, expires_at, id) where remaining > 0;
create index lots_due on lots (expires_at) where remaining > 0;
create index lots_transaction on lots (transaction_id);

-- What became of them: spent, expired, or taken back.
create table lot_use (
  transaction_id bigint not null references transactions,
  lot_id bigint not null references lots,
  amount bigint not null check (amount > 0),
  primary key (transaction_id, lot_id)
);
create index lot_use_lot on lot_use (lot_id) include (amount);

-- A payment that its payer's bank takes back, and how far that has come. It only goes forward, in whatever order it is told.
create table disputes (
  -- The provider's.
  id text primary key,
  top_up_id bigint not null references transactions,
  state text not null check (state in ('OPEN', 'WITHDRAWN', 'RETURNED')),
  -- Coins that are held for it now, and that were taken back for good.
  held bigint not null default 0 check (held >= 0),
  taken bigint not null default 0 check (taken >= 0)
);
create index disputes_top_up on disputes (top_up_id);

insert into accounts (kind)
values ('SALES_CLEARING'), ('PROMOTION_EXPENSE'), ('REFERRAL_EXPENSE'), ('SUBSCRIPTION_REVENUE'), ('BREAKAGE');

-- Every player has a wallet from the first.
insert into accounts (kind, user_id, balance)
select kind, users.id, 0
from users cross join unnest(array['COINS', 'FLEETING', 'HELD', 'DEBT']) with ordinality as kinds (kind, position)
order by users.id, position;

create function open_wallet() returns trigger language plpgsql as $$
begin
  insert into accounts (kind, user_id, balance)
  values ('COINS', new.id, 0), ('FLEETING', new.id, 0), ('HELD', new.id, 0), ('DEBT', new.id, 0);
  return null;
end $$;
create trigger users_open_wallet after insert on users for each row execute function open_wallet();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% of the ledger: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;
create trigger transactions_append_only before update or delete or truncate on transactions
  for each statement execute function refuse_ledger_change();
create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_ledger_change();
create trigger lot_use_append_only before update or delete or truncate on lot_use
  for each statement execute function refuse_ledger_change();
create trigger accounts_kept before delete or truncate on accounts
  for each statement execute function refuse_ledger_change();
create trigger lots_kept before delete or truncate on lots
  for each statement execute function refuse_ledger_change();
-- Balances and remainders change by what is appended, which is one trigger deep, and by nothing else.
create trigger accounts_by_entries before update on accounts
  for each statement when (pg_trigger_depth() = 0) execute function refuse_ledger_change();
create trigger lots_by_use before update on lots
  for each statement when (pg_trigger_depth() = 0) execute function refuse_ledger_change();

-- Entries come all at once, with their transaction, and balanced.
create function apply_entries() returns trigger language plpgsql as $$
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
  set balance = a.balance + change.amount * case when a.kind = 'DEBT' then -1 else 1 end
  from (
    select account_id, sum(case when direction = 'CREDIT' then amount else -amount end) as amount
    from added group by account_id
  ) change
  where a.id = change.account_id and a.user_id is not null;
  return null;
end $$;
create trigger entries_applied after insert on entries
  referencing new table as added for each statement execute function apply_entries();

-- At the commit, whatever was done in between.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from entries where transaction_id = new.id
    having sum(amount) filter (where direction = 'DEBIT') = sum(amount) filter (where direction = 'CREDIT')
  ) then
    raise exception 'transaction % is not balanced', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger transactions_balanced after insert on transactions
  deferrable initially deferred for each row execute function refuse_unbalanced();

create function apply_lot_use() returns trigger language plpgsql as $$
begin
  update lots l
  set remaining = l.remaining - used.amount
  from (select lot_id, sum(amount) as amount from added group by lot_id) used
  where l.id = used.lot_id;
  return null;
end $$;
create trigger lot_use_applied after insert on lot_use
  referencing new table as added for each statement execute function apply_lot_use();

-- Referral bonuses that were paid. No references: a claim outlives links, referrals and players.
create table referral_claims (
  -- `{platform}:{id}` of the account that the referred player linked.
  chat_account text primary key,
  referred_id uuid not null unique,
  referrer_id uuid not null,
  referral_id uuid not null,
  claimed_at timestamptz not null default now()
);

-- Who ever linked a chat account, so that nobody is referred by himself.
create table chat_account_holders (
  chat_account text not null,
  user_id uuid not null,
  primary key (chat_account, user_id)
);
