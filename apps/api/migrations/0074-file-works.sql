-- The last archive of a realm that is made or unpacked. The process that does it says every few seconds that it goes on: one that is
-- killed says nothing more.
create table file_works (
  realm_id uuid primary key references realms on delete cascade,
  id uuid not null unique,
  kind text not null check (kind in ('ARCHIVE', 'EXTRACT')),
  path text not null,
  bytes bigint not null default 0,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  error text,
  -- Whether somebody wants it ended.
  cancelled boolean not null default false,
  begun_at timestamptz not null default now(),
  claimed_until timestamptz,
  check ((claimed_until is null) = (state in ('DONE', 'FAILED', 'CANCELLED')))
);
create index file_works_begun on file_works (begun_at);

create function notify_file_work_cancelled() returns trigger language plpgsql as $$
begin
  perform pg_notify('file_work_cancelled', new.id::text);
  return null;
end $$;
create trigger file_work_cancelled after update of cancelled on file_works
  for each row when (new.cancelled and not old.cancelled) execute function notify_file_work_cancelled();

create function notify_file_work_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('file_work_ended', new.realm_id::text);
  return null;
end $$;
create trigger file_work_ended after update of claimed_until on file_works
  for each row when (new.claimed_until is null and old.claimed_until is not null) execute function notify_file_work_ended();
