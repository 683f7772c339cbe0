-- What is done with a realm at a time of day.
create table realm_schedules (
  id uuid primary key default gen_random_uuid(),
  realm_id uuid not null references realms on delete cascade,
  -- No reference: it outlives the account.
  author_id uuid not null,
  author_nickname text not null,
  name text not null check (length(name) between 1 and 40),
  action text not null check (action in ('START', 'STOP', 'RESTART', 'COMMAND', 'BACKUP')),
  command text check (length(command) between 1 and 256),
  -- Of the clock in the zone, an IANA name.
  time text not null check (time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  zone text not null,
  -- Monday is 1.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  enabled boolean not null,
  -- Whoever moves it on has the run: it is how each is carried out once.
  next_run timestamptz(3),
  -- The latest run, and what came of it.
  last_at timestamptz(3),
  last_outcome text check (last_outcome in ('begun', 'done', 'needless', 'missed', 'refused', 'failed')),
  last_error jsonb,
  created_at timestamptz not null default now(),
  check ((action = 'COMMAND') = (command is not null)),
  check (enabled = (next_run is not null)),
  check ((last_at is null) = (last_outcome is null))
);
create index realm_schedules_realm on realm_schedules (realm_id, created_at, id);
create index realm_schedules_due on realm_schedules (next_run) where next_run is not null;
create trigger realm_schedules_changed after insert or update or delete on realm_schedules
  for each row execute function notify_realm_changed();
