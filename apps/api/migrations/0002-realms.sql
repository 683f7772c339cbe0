create table realms (
  id uuid primary key default gen_random_uuid(),
  -- The lowest that is free, for drivers that derive a user id from it.
  number integer not null unique check (number > 0),
  owner_id uuid not null references users,
  name text not null check (name ~ '^[A-Za-z ]{3,32}$'),
  address text not null check (address ~ '^[A-Za-z0-9-]{3,16}$'),
  description text not null default '',
  world_type text not null check (world_type in ('OFFICIAL', 'COMMUNITY')),
  map text not null,
  slots integer check (slots > 0),
  border_diameter integer not null check (border_diameter > 0),
  game_mode text not null default 'CREATIVE' check (game_mode in ('SURVIVAL', 'CREATIVE', 'ADVENTURE', 'SPECTATOR')),
  -- The wish. What is so, the driver knows.
  power text not null default 'ON' check (power in ('ON', 'OFF')),
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  last_activity_at timestamptz,
  -- The row stays until the driver has removed the world.
  deleted_at timestamptz,
  -- The lease of the latest start.
  lease integer not null default 0,
  crash_count integer not null default 0,
  -- When the latest crash was, so that each is counted once.
  crashed_at timestamptz,
  next_attempt_at timestamptz
);
create unique index realms_address on realms (lower(address)) where deleted_at is null;
create unique index realms_owner_name on realms (owner_id, lower(name)) where deleted_at is null;

create sequence realm_leases as integer;

create table realm_partners (
  realm_id uuid not null references realms on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (realm_id, user_id)
);
create index realm_partners_user on realm_partners (user_id);

-- Whoever listens learns of each change when it is committed.
create function notify_realm_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('realm_changed', coalesce(changed ->> 'realm_id', changed ->> 'id'));
  return null;
end $$;
-- last_activity_at changes often, and nobody waits for it.
create trigger realms_changed
  after insert or delete or update of owner_id, name, address, description, slots, border_diameter, game_mode, power,
    blocked_at, deleted_at, crash_count, next_attempt_at
  on realms for each row execute function notify_realm_changed();
create trigger realm_partners_changed after insert or delete on realm_partners
  for each row execute function notify_realm_changed();
