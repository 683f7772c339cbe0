-- How far the verification of the ledger has come that `npm run ledger:verify` does part by part, so that the next process goes on there.
create table ledger_verification (
  -- There is one.
  id boolean primary key default true check (id),
  started_at timestamptz not null default now(),
  -- When it last went on.
  moved_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Where the next part begins; null: at the first of all.
  place jsonb,
  -- In how many places the ledger was off so far, and the first of them.
  found bigint not null default 0 check (found >= 0),
  violations jsonb not null default '[]'
);
