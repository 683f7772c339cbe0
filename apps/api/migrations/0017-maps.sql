-- Worlds of players' own, to make realms of. The world itself is a folder below the data folder, under the same id.
create table maps (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- Of the files that are kept of it.
  bytes integer not null,
  chunks integer not null,
  created_at timestamptz not null default now(),
  -- The folder stays for realms that have not begun yet.
  deleted_at timestamptz
);
create index maps_user on maps (user_id) where deleted_at is null;
create index maps_deleted_at on maps (deleted_at) where deleted_at is not null;
