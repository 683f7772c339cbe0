-- What is to be installed on a realm from Modrinth, or was last: one at a time of a realm.
create table addon_orders (
  id uuid primary key default gen_random_uuid(),
  realm_id uuid not null unique references realms on delete cascade,
  -- No reference: whoever locks an account locks its realms after it.
  user_id uuid not null,
  kind text not null check (kind in ('PLUGIN', 'DATA_PACK')),
  project_id text not null check (project_id ~ '^[A-Za-z0-9]{1,32}$'),
  title text not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED')),
  problem text,
  -- What the problem is about.
  subject text,
  attempts integer not null default 0,
  progress real check (progress between 0 and 1),
  created_at timestamptz not null default now(),
  check ((state = 'FAILED') = (problem is not null))
);
create index addon_orders_work on addon_orders (created_at) where state = 'RUNNING';

create function notify_addons_ordered() returns trigger language plpgsql as $$
begin
  perform pg_notify('addons_ordered', new.realm_id::text);
  return null;
end $$;
create trigger addons_ordered after insert or update of state on addon_orders
  for each row when (new.state = 'RUNNING') execute function notify_addons_ordered();

-- When plugins and data packs of a realm were changed last: a server that began before has to be restarted.
create table addon_changes (
  realm_id uuid primary key references realms on delete cascade,
  changed_at timestamptz not null default now()
);
