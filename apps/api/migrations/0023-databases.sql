-- A database and a role of the same name, made from the realm's id: what is to be, and how far it has come.
create table realm_databases (
  -- No reference: what a deleted realm leaves is dropped after its row is gone.
  realm_id uuid primary key,
  -- A row stands from before the first of it is made until after the last of it is dropped.
  state text not null default 'creating' check (state in ('creating', 'ready', 'deleting')),
  -- Sealed.
  password bytea not null,
  -- What its size leaves of it.
  access text not null default 'writable' check (access in ('writable', 'read_only', 'closed')),
  bytes bigint not null default 0,
  created_at timestamptz not null default now()
);
create index realm_databases_state on realm_databases (state) where state <> 'ready';
create trigger realm_databases_changed after insert or update or delete on realm_databases
  for each row execute function notify_realm_changed();
