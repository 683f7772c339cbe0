-- The servers in Java that have been fetched; the file is found by the hash.
create table kernel_jars (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  kernel text not null check (kernel in ('paper', 'vanilla')),
  version text not null,
  bytes bigint not null,
  -- The version of Java that it needs, and where its maker has it.
  java integer not null,
  url text not null,
  -- By its maker's account: `sha256:…` or `sha1:…`.
  makers_hash text not null unique,
  created_at timestamptz not null default now()
);

alter table realms
  add column kernel text not null default 'sandbox' check (kernel in ('sandbox', 'paper', 'vanilla')),
  -- Of the game: no world is opened by an older one than has written it.
  add column kernel_version text not null default '1.16.5',
  add column kernel_jar text references kernel_jars,
  add constraint realms_kernel_jar_check check ((kernel = 'sandbox') = (kernel_jar is null));
create index realms_kernel_jar on realms (kernel_jar) where kernel_jar is not null;
create trigger realms_kernel after update of kernel, kernel_version, kernel_jar on realms
  for each row execute function notify_realm_changed();

alter table backups
  -- The version of the game that had written the world.
  add column game_version text not null default '1.16.5',
  drop constraint backups_origin_check,
  add constraint backups_origin_check check (origin in ('MANUAL', 'SCHEDULED', 'KERNEL_CHANGE'));

-- Who has agreed to the game's licence, and when: it is known by its address.
create table eula_acceptances (
  user_id uuid not null references users on delete cascade,
  url text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, url)
);

-- How realms get another kernel. One that is DONE is a way back as long as it stands.
create table kernel_changes (
  id uuid primary key default gen_random_uuid(),
  realm_id uuid not null references realms on delete cascade,
  state text not null default 'DOWNLOADING' check (state in
    ('DOWNLOADING', 'STOPPING', 'SAVING', 'UNPACKING', 'SWITCHING', 'STARTING', 'DONE', 'FAILED')),
  -- From now on it goes to what was before.
  undoing boolean not null default false,
  problem text check (problem in ('DOWNLOAD', 'JAVA', 'SNAPSHOT', 'START', 'TIER')),
  attempts integer not null default 0,
  progress real check (progress between 0 and 1),
  from_kernel text not null,
  from_version text not null,
  from_jar text references kernel_jars,
  to_kernel text not null,
  to_version text not null,
  -- Null for the sandbox, and until it has been fetched.
  to_jar text references kernel_jars,
  -- The world as it was before, and, where an earlier change is undone, the world that comes back.
  snapshot_id uuid references backups on delete set null,
  world_id uuid references backups on delete set null,
  is_return boolean not null,
  -- When it was switched, and the realm's lease then: it is a run with a larger one that must stand.
  switched_at timestamptz,
  switched_lease integer,
  created_at timestamptz not null default now(),
  check ((state = 'FAILED') <= (problem is not null))
);
create index kernel_changes_realm on kernel_changes (realm_id, created_at);
create unique index kernel_changes_one_at_once on kernel_changes (realm_id) where state not in ('DONE', 'FAILED');
create index kernel_changes_work on kernel_changes (created_at) where state not in ('DONE', 'FAILED');
create index kernel_changes_from_jar on kernel_changes (from_jar) where from_jar is not null;
create index kernel_changes_to_jar on kernel_changes (to_jar) where to_jar is not null;
create index kernel_changes_snapshot on kernel_changes (snapshot_id) where snapshot_id is not null;
create index kernel_changes_world on kernel_changes (world_id) where world_id is not null;

create function notify_kernel_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('kernel_changed', coalesce(new.realm_id, old.realm_id)::text);
  return null;
end $$;
create trigger kernel_changed after insert or update or delete on kernel_changes
  for each row execute function notify_kernel_changed();
