-- How a realm is made of a modpack.
create table modpack_installs (
  -- The realm's. No reference: the row stays when the realm could not be made.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  project_id text not null check (project_id ~ '^[A-Za-z0-9]{1,32}$'),
  version_id text not null check (version_id ~ '^[A-Za-z0-9]{1,32}$'),
  title text not null,
  version text not null,
  state text not null default 'FETCHING'
    check (state in ('FETCHING', 'READING', 'INSTALLING', 'UNPACKING', 'FINISHING', 'DONE', 'FAILED')),
  -- While the realm's folder is made, its row stands though it is deleted.
  preparing boolean not null default false,
  problem text,
  -- What the problem is about.
  subject text,
  -- Folders and files at the pack's root that have no place on a server here.
  left_out text[] not null default '{}',
  attempts integer not null default 0,
  progress real check (progress between 0 and 1),
  created_at timestamptz not null default now(),
  check ((state = 'FAILED') = (problem is not null))
);
create index modpack_installs_work on modpack_installs (created_at) where state not in ('DONE', 'FAILED');
create index modpack_installs_user on modpack_installs (user_id);

create function notify_modpacks_ordered() returns trigger language plpgsql as $$
begin
  perform pg_notify('modpacks_ordered', new.id::text);
  return null;
end $$;
create trigger modpacks_ordered after insert or update of state on modpack_installs
  for each row when (new.state not in ('DONE', 'FAILED')) execute function notify_modpacks_ordered();
