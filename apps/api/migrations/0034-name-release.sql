-- When the account first proved itself in a game. A name that was never played nor linked is released after a time; the accounts of
-- before this was noted are counted as played.
alter table users
  add column played_at timestamptz,
  -- Its name and all that is personal is gone; what the books and orders refer to stays.
  add column deleted_at timestamptz;
update users set played_at = now();

-- Names of accounts that were deleted after they had been played: a stranger who took one would be the old player to every realm's
-- files. Kept as SHA-256.
create table retired_names (
  hash bytea primary key,
  retired_at timestamptz not null default now()
);
