-- What an account has subscribed to. The one that has not ended is the account's tier, which users.tier repeats.
create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  product_id uuid not null references products,
  -- Of the caller's choice: made twice, it is carried out once.
  request_id uuid not null,
  tier text not null check (tier in ('ZOMBIE', 'GHAST', 'DRAGON')),
  started_at timestamptz not null default now(),
  -- The month that is paid, and what it is worth in coins.
  period_started_at timestamptz not null default now(),
  period_ends_at timestamptz not null,
  worth integer not null check (worth >= 0),
  -- Months so far: part of the key under which each is paid.
  periods integer not null default 1,
  -- Not renewed from then on.
  cancelled_at timestamptz,
  -- When the player was told that the month ends without a renewal.
  warned_at timestamptz,
  ended_at timestamptz,
  unique (user_id, request_id)
);
create unique index subscriptions_active on subscriptions (user_id) where ended_at is null;
create index subscriptions_period_ends_at on subscriptions (period_ends_at) where ended_at is null;
create index subscriptions_user on subscriptions (user_id, started_at);

-- A realm above what its owner's tier allows: stopped, kept until the time-out, then deleted.
alter table realms
  add column overlimit boolean not null default false,
  add column deletion_timeout timestamptz,
  -- When the owner was told that the deletion is near.
  add column deletion_warned_at timestamptz,
  add check (overlimit = (deletion_timeout is not null));
create index realms_deletion_timeout on realms (deletion_timeout) where deletion_timeout is not null;

drop trigger realms_changed on realms;
create trigger realms_changed
  after insert or delete or update of owner_id, name, address, description, slots, border_diameter, game_mode, power,
    blocked_at, blocked_reason, deleted_at, crash_count, next_attempt_at, overlimit, deletion_timeout
  on realms for each row execute function notify_realm_changed();
