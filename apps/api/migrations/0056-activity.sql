-- What owners, co-owners, schedules and operators did with a realm, for its owner and co-owners to read. Kept for 90 days.
create table realm_activity (
  id uuid primary key default gen_random_uuid(),
  realm_id uuid not null references realms on delete cascade,
  -- Null for a schedule, and for an operator, who is not named to players. No reference: whoever locks an account locks its realms after it.
  actor_id uuid,
  via text not null check (via in ('PAGE', 'SFTP', 'SCHEDULE', 'OPERATOR')),
  action text not null check (length(action) between 1 and 40),
  -- What one does again within the same ten minutes is counted in one row.
  slot bigint not null default floor(extract(epoch from now()) / 600),
  count int not null default 1 check (count > 0),
  -- The first of what it was done to: {at, what} of each.
  items jsonb not null check (jsonb_array_length(items) between 1 and 50),
  -- The last time.
  at timestamptz not null default now(),
  unique nulls not distinct (realm_id, actor_id, via, action, slot)
);
create index realm_activity_at on realm_activity (realm_id, at desc, id);
