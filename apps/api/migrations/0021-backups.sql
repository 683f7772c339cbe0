-- The worlds of realms as they were. What is stored is found by the id of the row.
create table backups (
  id uuid primary key default gen_random_uuid(),
  -- Null when the realm is gone: then what is stored goes, and the row after it.
  realm_id uuid references realms on delete set null,
  -- Null for a schedule.
  made_by uuid references users on delete set null,
  origin text not null check (origin in ('MANUAL', 'SCHEDULED')),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'VERIFYING', 'READY', 'FAILED', 'DELETING')),
  problem text check (problem in ('SPACE', 'FAULT')),
  check ((state = 'FAILED') = (problem is not null) or state = 'DELETING'),
  -- How often it was begun: a process that is killed does not count it.
  attempts integer not null default 0,
  -- Of the state that it is in, for people.
  progress real check (progress between 0 and 1),
  -- Packed, and the SHA-256 of that.
  bytes bigint,
  sha256 text,
  files integer,
  created_at timestamptz not null default now(),
  check (bytes is not null or state in ('RUNNING', 'FAILED', 'DELETING'))
);
create index backups_realm on backups (realm_id, created_at);
create index backups_made_by on backups (made_by) where made_by is not null;
create unique index backups_one_at_once on backups (realm_id) where state in ('RUNNING', 'VERIFYING');
create index backups_work on backups (created_at) where state in ('RUNNING', 'VERIFYING', 'DELETING') or realm_id is null;

-- How worlds are put in the place of others.
create table restores (
  id uuid primary key default gen_random_uuid(),
  realm_id uuid not null references realms on delete cascade,
  backup_id uuid references backups on delete set null,
  state text not null default 'CHECKING'
    check (state in ('CHECKING', 'STOPPING', 'STARTING', 'UNDOING', 'DONE', 'FAILED')),
  attempts integer not null default 0,
  progress real check (progress between 0 and 1),
  -- When the worlds were exchanged, and the realm's lease then: it is a run with a larger one that must stand.
  exchanged_at timestamptz,
  exchanged_lease integer,
  created_at timestamptz not null default now()
);
create index restores_realm on restores (realm_id, created_at);
create index restores_backup on restores (backup_id) where backup_id is not null;
create unique index restores_one_at_once on restores (realm_id) where state not in ('DONE', 'FAILED');
create index restores_work on restores (created_at) where state not in ('DONE', 'FAILED');

alter table realms
  -- Its world is being exchanged: whatever is wished, it does not run.
  add column world_held boolean not null default false,
  -- When the last backup was asked for that did not fail: deleting one does not shorten the pause.
  add column backed_up_at timestamptz;
create trigger realms_world_held after update of world_held on realms
  for each row execute function notify_realm_changed();

create function notify_backups_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('backups_changed', coalesce(new.realm_id, old.realm_id)::text);
  return null;
end $$;
create trigger backups_changed after insert or update or delete on backups
  for each row execute function notify_backups_changed();
create trigger restores_changed after insert or update or delete on restores
  for each row execute function notify_backups_changed();
